#include "fuzz/il/words.h"

#include <algorithm>
#include <array>
#include <set>

namespace suture::il {
namespace {

constexpr std::string_view kKeywords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
constexpr std::string_view kCompareOperators[] = {
    "<", ">", "==", ">=", "<=", "!=", "in", "is", "not in", "is not"};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool startsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continuesName(char c) { return startsName(c) || isDigit(c); }

bool isName(std::string_view word) {
  return !word.empty() && startsName(word[0]) && std::ranges::all_of(word, continuesName);
}

// A whole string literal on one line, the prefix taken off.
bool isQuoted(std::string_view text) {
  if (text.size() < 2 || (text[0] != '"' && text[0] != '\'')) return false;
  const char quote = text[0];
  if (text.size() > 2 && text[1] == quote && text[2] == quote) {
    if (text.size() < 6) return false;
    const std::string_view inside = text.substr(3, text.size() - 6);
    return text.ends_with(text.substr(0, 3)) &&
           inside.find_first_of("\\\n\"'") == std::string_view::npos;
  }
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      if (i + 1 >= text.size()) return false;
    } else if (text[i] == quote) {
      return false;
    }
    if (text[i] == '\n') return false;
  }
  return text.back() == quote;
}

bool hasPrefix(std::string_view text, std::initializer_list<std::string_view> prefixes,
               std::string_view& rest) {
  const std::size_t quote = text.find_first_of("'\"");
  if (quote == std::string_view::npos) return false;
  rest = text.substr(quote);
  return std::ranges::find(prefixes, text.substr(0, quote)) != prefixes.end();
}

bool isNumberText(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t from = i;
    while (i < text.size() && isDigit(text[i])) ++i;
    return i - from;
  };
  const std::size_t whole = digits();
  if (i == text.size()) return whole == 1 || (whole > 0 && text[0] != '0');
  std::size_t fraction = 0;
  if (text[i] == '.') {
    ++i;
    fraction = digits();
  }
  if (whole + fraction == 0) return false;
  if (i < text.size() && text[i] == 'e') {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

bool isDottedName(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    if (!isIdentifier(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

}  // namespace

bool isIdentifier(std::string_view word) {
  if (!isName(word)) return false;
  if (isDigit(word.back())) return true;  // most names here; no keyword ends so
  return std::ranges::none_of(kKeywords, [&](std::string_view keyword) {
    return keyword.front() == word.front() && keyword == word;
  });
}

bool isConstant(std::string_view text) {
  if (text == "None" || text == "True" || text == "False" || text == "...") return true;
  if (text.empty()) return false;
  if (isDigit(text[0]) || text[0] == '.') return isNumberText(text);
  std::string_view quoted;
  return hasPrefix(text, {"", "b", "u"}, quoted) && isQuoted(quoted) &&
         std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; }) &&
         text.find("\\N") == std::string_view::npos && text.find("\\x") == std::string_view::npos &&
         text.find("\\u") == std::string_view::npos && text.find("\\U") == std::string_view::npos;
}

bool isFormattedText(std::string_view text) {
  std::string_view quoted;
  return hasPrefix(text, {"f"}, quoted) && isQuoted(quoted) && quoted.find('\\') == quoted.npos;
}

bool isImport(std::string_view text) {
  if (!text.starts_with("from ")) return false;
  text.remove_prefix(5);
  const std::size_t middle = text.find(" import ");
  if (middle == std::string_view::npos || !isDottedName(text.substr(0, middle))) return false;
  if (text.substr(0, middle) == "__future__") return false;
  const auto names = listedNames(text.substr(middle + 8));
  return !names.empty() && std::ranges::all_of(names, isIdentifier);
}

bool isCompareOperator(std::string_view word) {
  return std::ranges::find(kCompareOperators, word) != std::end(kCompareOperators);
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    if (blank > 0) found.emplace_back(text.substr(0, blank));
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return found;
}

std::vector<std::string> listedNames(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t comma = text.find(", ");
    names.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 2);
  }
}

std::vector<std::string> identifiersIn(std::string_view text) {
  std::vector<std::string> found;
  std::size_t i = 0;
  while (i < text.size()) {
    if (!continuesName(text[i])) {
      ++i;
      continue;
    }
    const std::size_t from = i;
    while (i < text.size() && continuesName(text[i])) ++i;
    if (startsName(text[from])) found.emplace_back(text.substr(from, i - from));
  }
  return found;
}

bool isArgumentForm(std::string_view text) {
  bool keywords = false;
  bool spreads = false;
  std::set<std::string> seen;
  for (const std::string& word : words(text)) {
    if (word == "_") {
      if (keywords || spreads) return false;
    } else if (word == "*") {
      if (spreads) return false;
    } else if (word == "**") {
      spreads = true;
    } else {
      const std::string_view name = std::string_view(word).substr(0, word.size() - 1);
      if (word.back() != '=' || !isIdentifier(name) || !seen.insert(word).second) return false;
      keywords = true;
    }
  }
  return true;
}

bool isParameterForm(std::string_view text) {
  std::set<std::string, std::less<>> seen;
  bool star = false;
  bool needsName = false;
  bool defaults = false;
  bool slash = false;
  bool ended = false;
  const auto adds = [&](std::string_view name) {
    return isIdentifier(name) && seen.emplace(name).second;
  };
  for (const std::string& word : words(text)) {
    std::string_view name = word;
    if (ended) return false;
    if (name == "/") {
      if (slash || star || seen.empty()) return false;
      slash = true;
    } else if (name.starts_with("**")) {
      if (needsName || !adds(name.substr(2))) return false;
      ended = true;
    } else if (name.starts_with("*")) {
      if (star || (name.size() > 1 && !adds(name.substr(1)))) return false;
      star = true;
      needsName = name.size() == 1;
      defaults = false;
    } else {
      const bool hasDefault = name.ends_with('=');
      if (hasDefault) name.remove_suffix(1);
      if (!adds(name) || (defaults && !hasDefault && !star)) return false;
      defaults = defaults || hasDefault;
      needsName = false;
    }
  }
  return !needsName;
}

bool isSliceForm(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '_' || c == ':'; }) &&
         text.find("__") == std::string_view::npos && std::ranges::count(text, ':') >= 1 &&
         std::ranges::count(text, ':') <= 2 && text != "::";
}

}  // namespace suture::il
