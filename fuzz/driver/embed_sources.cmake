# Turns the driver's Python files into one C++ table, so that the binary needs no files beside it.
function(suture_embed_sources output)
  set(rows "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    get_filename_component(name ${file} NAME_WE)
    string(APPEND rows "    {\"${name}\", R\"~~~(${text})~~~\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Generated from the Python files of fuzz/driver.
#include \"fuzz/driver/sources.h\"

namespace suture::driver {
namespace {

constexpr Source kSources[] = {
@rows@};

}  // namespace

std::span<const Source> sources() { return kSources; }

}  // namespace suture::driver
")
endfunction()
