"""Functions of the standard library that keep nothing between calls, with arguments from a seed.

A row is an expression for the function and one for a tuple of arguments, in which `r` is a random
generator. Every version has all of them, in Python: a row that is no such function is an error.
"""

import copy
import importlib
import random
import types

MODULES = ("argparse ast base64 calendar collections colorsys configparser copy csv difflib email.utils fnmatch "
           "fractions functools genericpath getopt gettext graphlib heapq html html.parser io ipaddress json "
           "json.decoder json.encoder json.scanner pickletools posixpath pprint quopri random re._parser reprlib "
           "shlex statistics string textwrap tokenize urllib.parse xml.sax.saxutils dis").split()


def words(r, most=14):
    return [r.choice(("frame", "a", "the-stop", "yield", "\t", "x" * 9, "Ab", "")) for _ in range(r.randrange(most))]


def sentence(r):
    return "  ".join(words(r)) + r.choice(("", "\n", "\n  indented\n\n end"))


def numbers(r, most=9):
    return [r.randrange(-5, 20) for _ in range(1 + r.randrange(most))]


def nested(r, depth=3):
    if depth == 0 or r.random() < 0.3:
        return r.choice((1, 2.5, None, True, "text", "é\n", b"by"))
    if r.random() < 0.5:
        return [nested(r, depth - 1) for _ in range(r.randrange(4))]
    return {str(i): nested(r, depth - 1) for i in range(r.randrange(4))}


def plainData(r):
    return {"a": numbers(r), "b": {"c": words(r), "d": None}, "e": r.random() < 0.5}


def parser():
    made = argparse.ArgumentParser("prog", add_help=False, exit_on_error=False)
    made.add_argument("--size", type=int, default=1)
    made.add_argument("-v", action="count")
    made.add_argument("names", nargs="*")
    return made


def configText(r):
    return "".join(f"[s{i}]\nk{i} = {w}\n  more\n# no\nz:{i}\n\n" for i, w in enumerate(words(r, 4))) + r.choice(("", "bad"))


def someCode():
    return textwrap.TextWrapper._wrap_chunks.__code__


ROWS = """
textwrap.TextWrapper._wrap_chunks | (textwrap.TextWrapper(r.randrange(1, 30)), words(r))
textwrap.TextWrapper._split_chunks | (textwrap.TextWrapper(20), sentence(r))
textwrap.dedent | ("  " + sentence(r) + "\\n  x\\n    y",)
textwrap.indent | (sentence(r), "> ")
json.decoder.py_scanstring | (r.choice(['ab\\\\n\\\\u00e9c"', 'x\\\\q"', 'no end', '\\\\ud83d\\\\ude00"']), 0)
json.scanner.py_make_scanner(json.JSONDecoder()) | (json.dumps(plainData(r))[: r.randrange(2, 200)], 0)
json.decoder.JSONObject | ((json.dumps(plainData(r))[:r.randrange(10, 300)], 1), True, json.scanner.c_make_scanner(json.JSONDecoder()), None, None)
json.decoder.JSONArray | (("[1, 2, [3], {}]"[:r.randrange(1, 16)], 1), json.scanner.c_make_scanner(json.JSONDecoder()))
json.encoder.py_encode_basestring_ascii | (sentence(r) + "é",)
json.encoder.JSONEncoder.iterencode | (json.JSONEncoder(indent=r.choice((None, 2))), nested(r))
json.encoder._make_iterencode(None, str, repr, 2, repr, ":", ",", True, False, False) | (nested(r), 0)
difflib.SequenceMatcher.find_longest_match | (difflib.SequenceMatcher(None, words(r), words(r)), 0, None, 0, None)
difflib.SequenceMatcher.get_matching_blocks | (difflib.SequenceMatcher(None, sentence(r), sentence(r)),)
difflib.SequenceMatcher.get_opcodes | (difflib.SequenceMatcher(None, sentence(r), sentence(r)),)
difflib.SequenceMatcher.ratio | (difflib.SequenceMatcher(None, numbers(r), numbers(r)),)
difflib.unified_diff | (words(r), words(r))
difflib.context_diff | (words(r), words(r), "a", "b", "", "", 2)
difflib.Differ.compare | (difflib.Differ(), words(r, 6), words(r, 6))
difflib.Differ._fancy_replace | (difflib.Differ(), ["abc d", "x"], 0, 2, ["abd d", "y"], 0, 2)
difflib.get_close_matches | ("frame", words(r))
string.capwords | (sentence(r),)
string.Formatter.vformat | (string.Formatter(), r.choice(("{0} {a!r:>5}", "{} {}", "{x}", "{0[1]} {{", "{0.real:{1}}")), (7, 3), {"a": 1})
string.Template.substitute | (string.Template(r.choice(("$a and ${b}", "$$ $zz", "$!"))), {"a": 1, "b": 2})
statistics._sum | (numbers(r),)
statistics.mean | (numbers(r),)
statistics.median | (numbers(r),)
statistics.median_grouped | (numbers(r),)
statistics.quantiles | (numbers(r),)
statistics.mode | (numbers(r),)
statistics.multimode | (words(r),)
statistics.pstdev | (numbers(r),)
statistics.linear_regression | (numbers(r, 4), numbers(r, 4))
statistics.harmonic_mean | (numbers(r),)
colorsys.rgb_to_hls | (r.random(), r.random(), r.random())
colorsys.hls_to_rgb | (r.random(), r.random(), r.random())
colorsys.rgb_to_hsv | (r.random(), r.random(), r.random())
colorsys.hsv_to_rgb | (r.random(), r.random(), r.random())
calendar.Calendar.itermonthdays | (calendar.Calendar(r.randrange(7)), 2000 + r.randrange(30), r.randrange(1, 13))
calendar.Calendar.monthdayscalendar | (calendar.Calendar(), 2024, r.randrange(1, 13))
calendar.TextCalendar.formatmonth | (calendar.TextCalendar(), 2024, r.randrange(1, 13))
calendar.TextCalendar.formatyear | (calendar.TextCalendar(), 2024, 2, 1, 6, 4)
calendar.monthrange | (2024, r.randrange(0, 14))
calendar.timegm | ((2024, r.randrange(1, 13), 3, 4, 5, 6),)
fractions.Fraction.limit_denominator | (fractions.Fraction(r.randrange(9999), 1 + r.randrange(9999)), 1 + r.randrange(50))
fractions.Fraction.__new__ | (fractions.Fraction, r.choice(("3/7", "1.5e2", "x", " -2 ")))
fractions.Fraction._add | (fractions.Fraction(3, 4), fractions.Fraction(r.randrange(9), 6))
fractions.Fraction.__pow__ | (fractions.Fraction(2, 3), r.randrange(-3, 4))
fractions.Fraction.__round__ | (fractions.Fraction(25, 10), r.choice((None, 1)))
functools._c3_merge | ([[1, 2, 3], [2, 3], [r.randrange(5), 3]],)
heapq.merge | (sorted(numbers(r)), sorted(numbers(r)))
heapq.nsmallest | (3, numbers(r), abs)
heapq.nlargest | (2, numbers(r))
posixpath.join | ("/a", r.choice(("b", "/c", "")), "d")
posixpath.commonpath | (["/a/b/c", "/a/" + r.choice(("b", "c", ""))],)
posixpath.expandvars | ("a $HOME_NOT ${X} b",)
genericpath._splitext | ("/a.b/c" + r.choice((".d", "", "..")), "/", None, ".")
genericpath.commonprefix | (["abc", "ab" + r.choice("cd")],)
fnmatch.translate | (r.choice(("*.py", "[a-c]?x", "[!]", "a*b*c")),)
shlex.shlex.read_token | (shlex.shlex(sentence(r) + " 'q x' #c", posix=r.random() < 0.5),)
shlex.join | (words(r),)
urllib.parse.unquote | ("a%20b%zz%c3%a9",)
urllib.parse.urljoin | ("http://a/b/c/d?q", r.choice(("../x", "//h/p", "?y", "./", "g;x")))
urllib.parse.parse_qsl | ("a=1&b=%20&c;d=" + r.choice(("", "x&&")),)
urllib.parse.urlunsplit | (("http", "h", "p", r.choice(("", "q")), "f"),)
urllib.parse.unwrap | ("<URL:http://x>",)
base64.a85encode | (bytes(numbers(random.Random(1), 4)[0:0]) + b"abcd" * r.randrange(4) + b"x",)
base64.a85decode | (r.choice((b"87cURD", b"z!!", b"~bad")),)
base64.b85decode | (r.choice((b"VPaz", b"V\\x7f", b"")),)
base64.b32decode | (r.choice((b"MFRGG===", b"M1", b"mfrgg===")),)
email.utils.parseaddr | (r.choice(("A B <a@b.c>", "(x) y@z", "bad <", '"q" <e@f>')),)
email.utils.parsedate_tz | (r.choice(("Mon, 20 Nov 1995 19:12:08 -0500", "x", "1 Jan 99 1:2 GMT")),)
getopt.getopt | (r.choice((["-a", "1", "x"], ["--lo", "-b"], ["-z"])), "a:b", ["long"])
gettext.c2py | (r.choice(("n != 1", "n%10==1 ? 0 : (n>2 || n<1)", "n +")),)
graphlib.TopologicalSorter._find_cycle | (graphlib.TopologicalSorter({1: [2], 2: [3], 3: [1, 4]}),)
graphlib.TopologicalSorter.static_order | (graphlib.TopologicalSorter({1: [2, 3], 3: [r.randrange(1, 6)]}),)
csv.Sniffer._guess_delimiter | (csv.Sniffer(), "a;b;c\\n1;2;3\\n4;5;6\\n", None)
csv.Sniffer._guess_quote_and_delimiter | (csv.Sniffer(), "'a','b'\\n'c','d'\\n", None)
configparser.RawConfigParser._read | (configparser.RawConfigParser(), io.StringIO(configText(r)), "f")
argparse.ArgumentParser._parse_known_args | (parser(), r.choice((["--size", "3", "x"], ["-vv", "--size=x"], ["a", "b"])), argparse.Namespace(v=None, size=1))
argparse.ArgumentParser._get_optional_kwargs | (parser(), r.choice(("--x", "x")))
html.unescape | ("&lt;&#65;&#xZ;&amp" + r.choice((";", "")),)
html.parser.HTMLParser.goahead | (fedParser(r), True)
ipaddress._BaseV6._ip_int_from_string.__func__ | (ipaddress.IPv6Address, r.choice(("1::2", "::1.2.3.4", "1:2", "x::y", "1:2:3:4:5:6:7:8:9")))
ipaddress.summarize_address_range | (ipaddress.ip_address("10.0.0.0"), ipaddress.ip_address(f"10.0.0.{r.randrange(256)}"))
copy.deepcopy | (nested(r),)
pprint.PrettyPrinter.pformat | (pprint.PrettyPrinter(width=r.randrange(5, 40)), nested(r))
pprint.PrettyPrinter._format | (pprint.PrettyPrinter(width=9), nested(r), io.StringIO(), 0, 0, {}, 0)
reprlib.Repr.repr1 | (reprlib.Repr(), nested(r), 2)
quopri.encode | (io.BytesIO(b"a=b \\xe9\\n x" * 3), io.BytesIO(), 1)
random.Random.shuffle | (random.Random(r.randrange(99)), numbers(r))
random.Random.sample | (random.Random(r.randrange(99)), numbers(r), r.randrange(12))
random.Random.choices | (random.Random(3), numbers(r), [1] * 4)
random.Random.gauss | (random.Random(4), 0, 1)
re._parser.parse | (r.choice(("a(b|c)*[x-z]+?", "(?P<n>a)(?P=n)", "(", "[z-a]", "(?i:x{2,3})")),)
ast.literal_eval | (r.choice(("[1, -2, {'a': (3,)}]", "1+2j", "{1, (2,)}", "[")),)
ast.dump | (ast.parse("x = [1, f(y)]"), True, False)
tokenize.untokenize | ([(1, "x"), (54, "="), (2, str(r.randrange(9)))],)
xml.sax.saxutils.escape | (sentence(r) + "<&>", {"a": "b"})
xml.sax.saxutils.quoteattr | ('it\\'s "q"' + r.choice(("", "\\n")),)
pickletools.genops | (__import__("pickle").dumps(plainData(r)),)
dis.findlinestarts | (someCode(),)
dis.findlabels | (someCode().co_code,)
collections.Counter.__add__ | (collections.Counter(numbers(r)), collections.Counter(numbers(r)))
collections.Counter.most_common | (collections.Counter(numbers(r)), r.choice((None, 2)))
collections.ChainMap.__getitem__ | (collections.ChainMap({"a": 1}, {"b": 2}), r.choice("abz"))
"""


def fedParser(r):
    made = html.parser.HTMLParser()
    made.rawdata = r.choice(("<a href='x'>t</a>&lt;<!-- c --><b", "<!DOCTYPE x><p>&#6", "<script>a</b></script>"))
    return made


def load():
    names = globals()
    for module in MODULES:
        importlib.import_module(module)
        names[module.partition(".")[0]] = importlib.import_module(module.partition(".")[0])


load()


def subjects(seed):
    made = []
    for number, row in enumerate(ROWS.strip().splitlines()):
        function, _, arguments = row.partition(" | ")
        name = function
        function = eval(function)
        while isinstance(function, functools._lru_cache_wrapper):
            function = function.__wrapped__
        assert isinstance(function, types.FunctionType), name

        def fresh(arguments=arguments, number=number):
            return eval(arguments, globals(), {"r": random.Random(seed * 1000 + number)})

        generator = bool(function.__code__.co_flags & 0x20)
        made.append((name, function.__code__.co_filename, function, fresh, generator))
    return made
