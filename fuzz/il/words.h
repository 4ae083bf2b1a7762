// What the texts of instructions may be: identifiers, constants, and the small forms in which an
// instruction keeps its arguments, parameters and managers.
//
//   isIdentifier("x1");   !isIdentifier("for");
//   words("t1 *args t2=") == {"t1", "*args", "t2="};
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace suture::il {

/// A name in ASCII that is no keyword.
bool isIdentifier(std::string_view word);
/// A number, string or None, True, False, … on one line; no f-string.
bool isConstant(std::string_view text);
/// An f-string on one line.
bool isFormattedText(std::string_view text);
/// "from a.b import c, d" of plain names.
bool isImport(std::string_view text);
bool isCompareOperator(std::string_view word);

/// The words between blanks.
std::vector<std::string> words(std::string_view text);
/// The names of "a, b"; a name alone is one.
std::vector<std::string> listedNames(std::string_view text);
/// All identifiers in a stretch of Python, keywords and those in strings included.
std::vector<std::string> identifiersIn(std::string_view text);

/// Argument forms ("_ * t1= **") in an order Python takes.
bool isArgumentForm(std::string_view text);
/// Parameters ("t1 / t2= *args i1 **rest"), distinct and in an order Python takes.
bool isParameterForm(std::string_view text);
/// Parts of a slice: "_:", "_:_", "::_", …
bool isSliceForm(std::string_view text);

}  // namespace suture::il
