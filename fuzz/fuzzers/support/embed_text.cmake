# Writes a header with a Python file's text as a constant of namespace suture::fuzzers, or, for a file of
# properties/, of suture::properties.
function(suture_embed_text file constant output)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  get_filename_component(name ${file} NAME)
  set(namespace fuzzers)
  if(file MATCHES "/properties/[^/]*/[^/]*$")
    set(namespace properties)
  endif()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Generated from ${name}.
#pragma once

namespace suture::@namespace@ {

inline constexpr const char* ${constant} = R\"~~~(${text})~~~\";

}  // namespace suture::@namespace@
")
endfunction()
