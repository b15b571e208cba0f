#!/usr/bin/env python3
"""Turns what `tmux capture-pane -e -p` prints, on stdin, into a page that shows the same screen, on stdout."""
import html
import re
import sys

COLOURS = {31: "#e5484d", 32: "#46a758", 33: "#d0a215", 36: "#22a6b3"}
PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: #15181c; color: #dfe3e8 }}
pre {{ margin: 14px 18px; font: 15px/1.25 "DejaVu Sans Mono", monospace }}
</style><pre>{}</pre>"""


def style(codes):
    rules = [f"color:{COLOURS[code]}" for code in codes if code in COLOURS]
    if 1 in codes:
        rules.append("font-weight:bold")
    if 2 in codes:
        rules.append("opacity:.6")
    if 7 in codes:
        rules.append("background:#dfe3e8;color:#15181c")
    return ";".join(rules)


def convert(text):
    codes, page = set(), ""
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        if not part.startswith("\x1b["):
            page += f'<span style="{style(codes)}">{html.escape(part)}</span>' if part else ""
            continue
        for code in (int(word or 0) for word in part[2:-1].split(";")):
            if code == 0:
                codes.clear()
            elif code == 39:
                codes -= set(COLOURS)
            elif code != 49:
                codes.add(code)
    return page


print(PAGE.format(convert(sys.stdin.read().replace("\x0f", ""))))
