"""Method A's perturbation by rule and method B's new numbers as a plain Python loop would make them: the other side of edits.cjs, which runs it.

Reads {"steps": [...], "numbers": [[name, source, value], ...]} from a file. The numbers are those of the released benchmark, so they are checked against
the kit's. Method A's draws come from another generator, so its texts differ and are not compared: it is the same work, not the same result.
"""

import hashlib
import json
import random
import re
import sys
import time

LETTER = r"[^\W\d_]"
NUMBER = re.compile(r"(?<![\w\\.])(?<!\d,)(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w|\.\d|,\d)")
SWAPS = {
    "+": "-", "-": "+", "−": "+", "*": "/", "/": "*", "×": "÷", "÷": "×", "^": "*", "<": ">", ">": "<", "<=": ">=", ">=": "<=", "≤": "≥", "≥": "≤",
    "\\times": "\\div", "\\div": "\\times", "\\cdot": "\\div", "\\leq": "\\geq", "\\geq": "\\leq", "\\le": "\\ge", "\\ge": "\\le", "\\lt": "\\gt", "\\gt": "\\lt",
}
TOKEN = re.compile(r"</?[a-z][^<>]*>|<?-+>|<-+|<?=+>|\*\*+|--+|\\[a-zA-Z]+|<=|>=|[-+*/^<>×÷−≤≥]", re.I)
VALUE_ENDS = re.compile(r"(?:[^\W_]|[)\]}|%!'°$])[^\S\n]*$")
VALUE_BEGINS = re.compile(r"\s*(?:[^\W_]|[(\[{|\\$.√π-])")
WORD_AFTER, LETTER_BEFORE, LETTER_AFTER = re.compile(LETTER + "{2}"), re.compile(LETTER + "$"), re.compile(LETTER)
NOT = re.compile(r"(?<=[a-z])n['’]t\b|(?<=\bcan)not\b|\s+not\b(?! only\b)|\bnot\s+(?!only\b)", re.I)
VERB = re.compile(r"\b(?:is|are|was|were|am|can|could|will|would|shall|should|may|might|must)\b", re.I)


def shift(text, draw):
    decimals = text.split(".")[1] if "." in text else ""
    digits = text.replace(",", "").replace(".", "")
    units = int(digits)
    offset = 1 + int(draw.random() * max(units // 2, 1))
    moved = units + offset if units == 0 or draw.random() < 0.5 else units - offset
    out = str(moved).rjust(len(digits) if digits.startswith("0") else len(decimals) + 1, "0")
    whole = out[: len(out) - len(decimals)]
    if "," in text:
        whole = f"{int(whole):,}"
    return f"{whole}.{out[len(out) - len(decimals):]}" if decimals else whole


def operators(text):
    for match in TOKEN.finditer(text):
        sign, start, end = match[0], match.start(), match.end()
        if sign not in SWAPS:
            continue
        before, after = text[max(0, start - 20) : start], text[end : end + 20]
        if not VALUE_ENDS.search(before) or not VALUE_BEGINS.match(after):
            continue
        if sign in "-−/" and (WORD_AFTER.match(after) or (LETTER_BEFORE.search(before) and LETTER_AFTER.match(after))):
            continue
        if sign == "^" and after.lstrip().startswith("{"):
            continue
        yield start, end, SWAPS[sign]


def perturb(step, seed):
    draw = random.Random(f"{seed}\n{step}")
    text, edits = step, 0
    numbers = list(NUMBER.finditer(text))
    if numbers:
        last = numbers[-1]
        text, edits = text[: last.start()] + shift(last[0], draw) + text[last.end() :], 1
    places = list(operators(text))
    if places:
        start, end, to = places[-1] if draw.random() < 0.7 else draw.choice(places)
        text, edits = text[:start] + to + text[end:], edits + 1
    if edits:
        return text
    match = NOT.search(step)
    if match:
        return step[: match.start()] + step[match.end() :]
    match = VERB.search(step)
    if match:
        return step[: match.end()] + " not" + step[match.end() :]
    return "It is false that " + step.lstrip()


def keyed(key):
    return random.Random(int(hashlib.sha256(key.encode()).hexdigest()[:16], 16))


INTEGER = re.compile(r"-?\d+$")


def new_number(name, source, value):
    """Whole numbers only, which is what the measurement asks for."""
    if not INTEGER.match(value.strip()):
        return None
    keyed(f"{name}:{source}").choice(range(10))
    draw, number = keyed(f"{name}:{source}::{value.strip()}"), int(value)
    size = abs(number)
    least, most = (1, 3) if size <= 10 else (1, 5) if size <= 100 else (2, 15) if size <= 1000 else (1, max(1, size // 20))
    step = draw.randint(least, most)
    if number == 0:
        return str(number + step)
    away = 1 if number > 0 else -1
    return str(number + step * (away if step >= size else draw.choice([1, -1])))


with open(sys.argv[1], encoding="utf8") as file:
    work = json.load(file)
for _ in range(5):
    started = time.process_time()
    perturbed = [perturb(step, 42) for step in work["steps"]]
    middle = time.process_time()
    numbers = [new_number(*each) for each in work["numbers"]]
    print(json.dumps({"rule": middle - started, "number": time.process_time() - middle}))
print(json.dumps({"changed": sum(a != b for a, b in zip(perturbed, work["steps"])), "numbers": hashlib.sha256("\n".join(numbers).encode()).hexdigest()}))
