"""Method B's number and symbol edits of whole problems as a plain Python loop makes them: the other side of edits.cjs, which runs it.

Written from the same definitions as the kit's: marks by rule, those that may be edited, one of them picked and replaced, with Python's own random numbers.
Reads a list of [name, statement, proof] from a file and prints the time of each turn, then the SHA-256 of all results, which are the kit's to the letter.
"""

import hashlib
import json
import random
import re
import sys
import time

OPENING = re.compile(r"\[asy\]|\\\\|\\\$|\$\$?|\\\[|\\\(|\\begin\{([^}]*)\}")
SINGLE, DOUBLE = re.compile(r"\\.|\n\s*\n|\$", re.S), re.compile(r"\\.|\$\$", re.S)


def formulas(text):
    found, missing, at = [], set(), 0
    while (opened := OPENING.search(text, at)) is not None:
        mark, at = opened[0], opened.end()
        end = None if mark in missing else formula_end(text, mark, at, opened[1])
        if end is None:
            if mark != "$":
                missing.add(mark)
            continue
        found.append((opened.start(), end))
        at = end
    return found


def formula_end(text, mark, start, environment):
    if mark in ("\\\\", "\\$"):
        return None
    if mark in ("$", "$$"):
        closing = SINGLE if mark == "$" else DOUBLE
        close = closing.search(text, start)
        while close and close[0].startswith("\\"):
            close = closing.search(text, close.end())
        return close.end() if close and close[0] == mark else None
    closing = "[/asy]" if mark == "[asy]" else f"\\end{{{environment}}}" if environment is not None else "\\]" if mark == "\\[" else "\\)"
    at = text.find(closing, start)
    return None if at < 0 else at + len(closing)


def within(spans, offset):
    return any(start <= offset < end for start, end in spans)


TRANSPARENT = set("boxed fbox text textbf textit textrm textnormal mbox emph mathrm mathbf mathit bold boldsymbol displaystyle textstyle pmod mod bmod left right".split())
BARE = {"frac": 2, "dfrac": 2, "tfrac": 2, "cfrac": 2, "binom": 2, "dbinom": 2, "sqrt": 1}
PART = re.compile(r"^\s*/--?|-/\s*$(?!\n)|\[asy\].*?(?:\[/asy\]|\Z)|\[\[.*?\]\]|\\\\(?:\[[^\]]*\])?|\\([A-Za-z]+)\*?|[_^]", re.S)
SPACE, COMMAND = re.compile(r"\s*"), re.compile(r"\\([A-Za-z]+)")


def untouchable(text):
    spans, at = [], 0
    while (part := PART.search(text, at)) is not None:
        at = after = part.end()
        if part[0] in "_^":
            at = token_end(text, after)
            spans.append((after, at))
        elif part[1] is None:
            spans.append((part.start(), after))
        elif part[1] not in TRANSPARENT:
            end = arguments_end(text, after, part[1])
            if end > after:
                spans.append((after, end))
                at = end
    return spans


def arguments_end(text, end, command, depth=0):
    bare = BARE.get(command, 0)
    while True:
        following = SPACE.match(text, end).end()
        sign = text[following : following + 1]
        if sign == "[" and command == "sqrt":
            close = text.find("]", following)
            end = close + 1 if close >= 0 else following + 1
            continue
        if sign == "{":
            end = group_end(text, following)
        elif bare > 0 and sign and sign not in "$}":
            end = token_end(text, following, depth + 1)
        else:
            return end
        bare -= 1
        if command in BARE and bare == 0:
            return end


def token_end(text, start, depth=0):
    start = SPACE.match(text, start).end()
    if text[start : start + 1] == "{":
        return group_end(text, start)
    command = COMMAND.match(text, start)
    return arguments_end(text, command.end(), command[1], depth) if command and depth < 50 else min(len(text), start + 1)


def group_end(text, start):
    depth, i = 0, start
    while i < len(text):
        if text[i] == "\\":
            i += 1
        elif text[i] == "{":
            depth += 1
        elif text[i] == "}":
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    return len(text)


LETTER = r"[^\W\d_]"
DIGITS = re.compile(r"(?<![\w\\./^])(?<!\{,\})(?<!\\,)(?<!\\!)(?!(?<=\d,)[0-9]{3}(?![0-9]))[0-9]+(?:\.[0-9]+|/[0-9]+)?%?")
FRACTION_COMMAND = re.compile(r"\\[dt]?frac(?:\s*\{([0-9]+)\}\s*\{([0-9]+)\}|([0-9])([0-9]))")
DIGIT_BEFORE = re.compile(r"[0-9]\s*\Z")
GOES_ON = re.compile(r",[0-9]{3}(?![0-9])|\{,\}|\\[,!]\s*[0-9]|/|\s*\\[dt]?frac|(?:st|nd|rd|th)\b")
LABEL = re.compile(r"\b(?:case|step|part|figure|fig\.|section|lemma|theorem|claim|equations?|eq\.|problem|solution|chapter|example|row|column)s?[\s~(]*\Z", re.I | re.A)
SIGN = re.compile(r"(?:^|[([{,=<>&$|:;+*/~]|\\(?:leq?|geq?|lt|gt|neq?|in|cdot|times|div|equiv|approx|to|pm|quad|qquad))\s*\Z")
FORMS = ["{a}/{b}"] + [form for name in ("\\frac", "\\dfrac", "\\tfrac") for form in (f"{name}{{{{{{a}}}}}}{{{{{{b}}}}}}", f"{name}{{{{{{a}}}}}}{{b}}", f"{name}{{a}}{{b}}")]


def spelling(index, a, b):
    if index and (index % 3 == 2 and len(b) > 1 or index % 3 == 0 and (len(a) > 1 or len(b) > 1)):
        return ""
    return FORMS[index].format(a=a, b=b)


def number_places(text):
    excluded, found = untouchable(text), []
    for match in DIGITS.finditer(text):
        start, end = match.span()
        if within(excluded, start) or GOES_ON.match(text, end) or LABEL.search(text[max(0, start - 20) : start]):
            continue
        if text[max(0, start - 1) : start] == "-" and SIGN.search(text[max(0, start - 12) : start - 1]):
            start -= 1
        found.append((start, end, text[start:end]))
    for match in FRACTION_COMMAND.finditer(text):
        if DIGIT_BEFORE.search(text, 0, match.start()):
            continue
        a, b = match[1] or match[3], match[2] or match[4]
        if not within(excluded, match.start()) and any(spelling(i, a, b) == match[0] for i in range(len(FORMS))):
            found.append((*match.span(), f"{a}/{b}"))
    return sorted(found)


SWAPS = {"<": ">", ">": "<", "\\le": "\\ge", "\\ge": "\\le", "\\leq": "\\geq", "\\geq": "\\leq", "≤": "≥", "≥": "≤", "\\lt": "\\gt", "\\gt": "\\lt"}
RELATIONS = set(SWAPS)
SWAPS |= {"+": "-", "-": "+", "\\times": "\\div", "\\div": "\\times", "×": "÷", "÷": "×", "\\cdot": "\\div", "·": "÷", "−": "+"}
SYMBOL = re.compile(r"\\[A-Za-z]+|[-+−<>≤≥×÷·]")
MARKS = re.compile(r"^(?:\$+|\\begin\{[^}]*\})|\$+\Z")
WORD_SYMBOL = re.compile(r"</?[a-z][^<>]*>|<?-+>|<-+|<?=+>|\*\*+|--+|\\[a-zA-Z]+|<=|>=|[-+*/^<>×÷−≤≥]", re.I)
VALUE_ENDS, VALUE_BEGINS = re.compile(r"(?:[^\W_]|[)\]}|%!'°$])[^\S\n]*\Z"), re.compile(r"\s*(?:[^\W_]|[(\[{|\\$.√π-])")
WORD_AFTER, LETTER_BEFORE, LETTER_AFTER = re.compile(LETTER + "{2}"), re.compile(LETTER + r"\Z"), re.compile(LETTER)


def between_values(text, start, end):
    return VALUE_ENDS.search(text[max(0, start - 20) : start]) and VALUE_BEGINS.match(text[end : end + 20])


def symbol_places(text):
    excluded, inside, found = untouchable(text), formulas(text), []
    for start, end in inside:
        formula = MARKS.sub(lambda mark: " " * len(mark[0]), text[start:end])
        for match in SYMBOL.finditer(formula):
            if match[0] in SWAPS and between_values(formula, *match.span()):
                found.append((start + match.start(), start + match.end(), match[0]))
    for match in WORD_SYMBOL.finditer(text):
        sign, (start, end) = match[0], match.span()
        if sign not in SWAPS or sign == "·" or within(inside, start) or not between_values(text, start, end):
            continue
        if sign in "-−" and (WORD_AFTER.match(text[end : end + 20]) or (LETTER_BEFORE.search(text[max(0, start - 20) : start]) and LETTER_AFTER.match(text[end : end + 20]))):
            continue
        found.append((start, end, sign))
    return sorted(place for place in found if not within(excluded, place[0]))


NUMBER = re.compile(r"-?\d+(?:\.\d+)?%?\Z|-?\d+/-?\d+\Z")
DIGIT_OR_POINT = re.compile(r"[\d⁰¹²³⁴-⁹₀-₉.]")
OPEN_SCRIPT = re.compile(r"[_^]\{")
RELATION = re.compile(r"\\(?:leq?|geq?|lt|gt|leqslant|geqslant|ll|gg)(?![A-Za-z])|<=|>=|[≤≥<>]")
CLAUSE_BEFORE, CLAUSE_AFTER = re.compile(r"[^.\n;]*\Z"), re.compile(r"[^.\n;]*")


def in_script(text, offset):
    at = 0
    while (opened := OPEN_SCRIPT.search(text, at)) is not None and opened.end() <= offset:
        depth, end = 1, opened.end()
        while end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            if depth == 0:
                break
            end += 1
        if offset < end:
            return True
        at = end
    return False


def fit(kind, text, start, end, value):
    if kind == "number":
        return NUMBER.match(value) and not DIGIT_OR_POINT.match(text[max(0, start - 1) : start]) and not DIGIT_OR_POINT.match(text[end : end + 1])
    if in_script(text, start) or (value[0] == "\\" and text[end : end + 1].isalpha() and text[end : end + 1].isascii()):
        return False
    if value not in RELATIONS:
        return True
    clause = CLAUSE_BEFORE.search(text[max(0, start - 80) : start])[0] + text[start:end] + CLAUSE_AFTER.match(text[end : end + 80])[0]
    return len(RELATION.findall(clause)) < 2


def keyed(key):
    return random.Random(int(hashlib.sha256(key.encode()).hexdigest()[:16], 16))


def moved(number, least, most, draw, whole=None):
    """The number moved by a drawn step; `whole` is what the step must not reach, the number itself unless told."""
    step, whole = draw.randint(least, most), number if whole is None else whole
    if whole == 0:
        return number + step
    away = 1 if whole > 0 else -1
    return number + step * (away if step >= abs(whole) else draw.choice([1, -1]))


def whole_step(size):
    return (1, 3) if size <= 10 else (1, 5) if size <= 100 else (2, 15) if size <= 1000 else (1, max(1, size // 20))


def new_number(value, name, source):
    if value.endswith("%"):
        return f"{new_number(value[:-1], name, source)}%"
    draw = keyed(f"{name}:{source}::{value}")
    if "/" in value:
        above, below = map(int, value.split("/"))
        size = abs(above)
        return None if below == 0 else f"{moved(above, *((1, 3) if size <= 10 else (1, max(1, size // 5))), draw)}/{below}"
    if "." not in value:
        return str(moved(int(value), *whole_step(abs(int(value))), draw))
    places = len(value) - value.index(".") - 1
    units, one = int(value.replace(".", "")), 10**places
    size = abs(units)
    span = (1, 3) if size <= one else (1, 5) if size <= 10 * one else (1, max(1, 2 * size // (10 * one)))
    out = moved(units, *span, draw, units)
    digits = str(abs(out)).rjust(places + 1, "0")
    return f"{'-' if out < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def respelled(old, value, new):
    if old == value or "/" not in value or "/" not in new:
        return new
    index = next(i for i in range(len(FORMS)) if spelling(i, *value.split("/")) == old)
    return spelling(index, *new.split("/")) or spelling(index - 1, *new.split("/"))


def edit(name, kind, source, text):
    marks = (number_places if kind == "number" else symbol_places)(text)
    pool = [mark for mark in marks if fit(kind, text, *mark)]
    if kind == "symbol":
        pool = [mark for mark in pool if mark[2] in RELATIONS] or pool
    if not pool:
        return [name, kind, source, "no place is marked" if not marks else "no marked place can be edited"]
    start, end, value = keyed(f"{name}:{source}").choice(pool)
    new = new_number(value, name, source) if kind == "number" else SWAPS[value]
    if new is None or new == value:
        return [name, kind, source, "no other value"]
    shown = respelled(text[start:end], value, new) if kind == "number" else new
    return [name, kind, source, value, new, start, text[:start] + shown + text[end:]]


with open(sys.argv[1], encoding="utf8") as file:
    problems = json.load(file)
for _ in range(5):
    started = time.process_time()
    edits = [edit(name, kind, source, text) for name, *texts in problems for kind in ("number", "symbol") for source, text in zip(("statement", "proof"), texts)]
    print(json.dumps({"edits": time.process_time() - started}))
print(json.dumps({"made": sum(len(each) > 4 for each in edits), "of": len(edits), "sha256": hashlib.sha256(json.dumps(edits, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()}))
if len(sys.argv) > 2:
    with open(sys.argv[2], "w", encoding="utf8") as file:
        json.dump(edits, file, ensure_ascii=False)
