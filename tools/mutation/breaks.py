"""The breaks of tools/mutate: which there are in the sources, how each is written behind a switch, and which are drawn."""
import collections
import hashlib
import re

# Each break: a pattern on code without comments and texts, and what stands there instead.
BREAKS = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bif \(", "if (!("), (r"(?<=[(\s])!(?=[a-z(])", ""),
    (r"(?<=[\s(\[,])(\d{1,3})(?=[\s)\];,}])", "number"), (r"\bcontinue;", ";"), (r"\+\+", "--"),
]
NOT_CODE = re.compile(r'^\s*(//|#|static_assert|template|using |namespace |\}|\{$|public:|private:|assert\()')


def code_of(line):
    """The line with texts and comments blanked, so that nothing is broken inside them."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda m: "~" * len(m.group()), line)
    return re.sub(r"//.*", lambda m: "~" * len(m.group()), line)


def broken(line, match, instead):
    if instead == "number":
        return line[: match.start()] + str(int(match.group()) + 1) + line[match.end():]
    if instead == "if (!(":
        close = line.rfind(")")
        if line.count("(") != line.count(")") or ";" in line[match.start(): close]:
            return None
        depth = 0
        for at in range(match.end() - 1, len(line)):
            depth += (line[at] == "(") - (line[at] == ")")
            if depth == 0:
                return line[: match.start()] + "if (!(" + line[match.end(): at] + "))" + line[at + 1:]
        return None
    return line[: match.start()] + instead + line[match.end():]


def all_breaks(sources, folder):
    for file in sorted(p for ending in ("*.cpp", "*.hpp") for p in (sources / folder).rglob(ending)):
        name, alike = str(file.relative_to(sources)), collections.Counter()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
            if NOT_CODE.match(line):
                continue
            code = code_of(line)
            for pattern, instead in BREAKS:
                for match in re.finditer(pattern, code):
                    after = broken(line, match, instead)
                    if after is not None and after != line:
                        before, after_ = line.strip(), after.strip()
                        alike[before, after_] += 1
                        yield {"folder": folder, "file": name, "line": number + 1, "before": before, "after": after_,
                               "which": alike[before, after_], "text": after,
                               "switched": switched(line, code, match, instead, after)}


LOGICAL, EITHER = (" && ", " || "), re.compile(r" && | \|\| | \? | : | = | \+= | -= |\breturn |[,;]")
ENDS = re.compile(r"( && | \|\| | \? | : | &&$| \|\|$|[,;)\]}])")


def expression(code, match, logical):
    """Where the whole expression around a break begins and ends; None where this line does not tell."""
    depth, begin = 0, None
    at = match.start()
    while at > 0 and begin is None:
        at -= 1
        if code[at] in ")]}":
            depth += 1
        elif code[at] in "([{":
            if depth == 0:
                begin = at + 1
            else:
                depth -= 1
                if depth == 0 and re.search(r"\b(if|for|while|switch) $", code[:at]):
                    begin = code.index(")", at) if code[at:].count("(") == 1 else closing(code, at)
                    begin = None if begin is None else begin + 1
                    if begin is None:
                        return None
        elif depth == 0:
            found = EITHER.match(code, at)
            if found and found.end() <= match.start() + (1 if match.group().startswith(" ") else 0) and not (
                    logical and found.group() in LOGICAL):
                begin = found.end()
    if begin is None:
        head = re.match(r"\s*(else )?", code)
        begin = head.end()
        if not re.match(r"[\w(*!:+-]", code[begin:]) or re.match(r"(const|auto|static|inline|constexpr|case|default|std::\w+[ <])", code[begin:]):
            return None
    depth, at = 0, match.end() - (1 if match.group().endswith(" ") else 0)
    while at < len(code):
        if code[at] in "([{":
            depth += 1
        elif depth > 0 and code[at] in ")]}":
            depth -= 1
        elif depth == 0:
            found = ENDS.match(code, at)
            if found and not (logical and found.group() in LOGICAL):
                return begin, at
        at += 1
    return None


def closing(code, at):
    depth = 0
    for end in range(at, len(code)):
        depth += (code[end] in "([{") - (code[end] in ")]}")
        if depth == 0:
            return end
    return None


def switched(line, code, match, instead, after):
    """The line with the break behind a switch, or None: N stands for its number."""
    on = "::mutation::on<N>()"
    if instead == ";":
        return line[: match.start()] + f"if (!{on}) continue;" + line[match.end():]
    if instead == "if (!(":
        end = closing(code, match.end() - 1)
        return None if end is None else line[: match.end()] + f"{on} != static_cast<bool>({line[match.end(): end]})" + line[end:]
    if "<<" in code and instead in (" <= ", " < "):
        return None
    place = expression(code, match, match.group() in LOGICAL)
    if place is None:
        return None
    begin, end = place
    was, then = line[begin:end], after[begin: len(after) - (len(line) - end)]
    if not was.strip() or code[begin:end].count("(") != code[begin:end].count(")"):
        return None
    pad = " " * (len(was) - len(was.lstrip()))
    truth = "static_cast<bool>" if instead == "" else ""  # a pointer or an optional and its opposite have no common type
    return line[:begin] + f"{pad}({on} ? {truth}({then.strip()}) : {truth}({was.strip()}))" + line[end:]


def key_of(each):
    """What stays the same when lines above it change."""
    return each["file"], each["before"], each["after"], each["which"]


def drawn(sources, folders, count, seed):
    """Equally many from every folder, in an order that the seed gives each break by itself: a change elsewhere in the
    sources changes nothing about the others."""
    piles = [sorted(all_breaks(sources, folder), key=lambda each: hashlib.sha256(repr((seed, key_of(each))).encode()).digest())
             for folder in folders]
    for row in range(max(map(len, piles))):
        for pile in piles:
            if row < len(pile) and count > 0:
                count -= 1
                yield pile[row]
