#!/usr/bin/env python3
"""Types lines into a real zsh, each followed by a tab, and prints what the line became.

    complete_zsh.py SCRIPT LINE...
"""
import os
import pty
import re
import select
import sys
import tempfile


def read_until(terminal, mark):
    text = b""
    while mark not in text:
        ready, _, _ = select.select([terminal], [], [], 20)
        if not ready:
            sys.exit(f"zsh did not answer with {mark!r}: {text[-300:]!r}")
        text += os.read(terminal, 65536)
    return text


script, lines = sys.argv[1], sys.argv[2:]
with tempfile.TemporaryDirectory() as home:
    os.symlink(os.path.abspath(script), home + "/_holdfast")
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME=home, ZDOTDIR=home, TERM="dumb", PS1="")
        os.execvp("zsh", ["zsh", "-f", "-i"])
    setup = f"unsetopt zle_bracketed_paste; PS1=; stty -echo; fpath=({home} $fpath); autoload -Uz compinit; compinit -u; "
    # What the line has become is printed instead of being run, and all candidates are inserted at once.
    setup += "setopt menu_complete no_auto_menu; zstyle ':completion:*' insert-tab false; "
    setup += "finish() { print -r -- \"<$BUFFER>\"; BUFFER=; zle redisplay }; zle -N finish; bindkey '^X' finish; "
    setup += "bindkey '^I' expand-or-complete; setopt no_menu_complete; print 'rea''dy'\n"
    os.write(terminal, setup.encode())
    read_until(terminal, b"ready")
    for line in lines:
        os.write(terminal, line.encode() + b"\t\x18")
        found = re.search(rb"<([^>]*)>", read_until(terminal, b">"))
        print(found.group(1).decode())
    os.close(terminal)
