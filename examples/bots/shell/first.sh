#!/bin/sh
# A bot that does the first thing that is allowed, in the language of the shell. It relies on what docs/bot-protocol.md
# promises about Neuland's own lines: no spaces between the parts, and `type` as the first field.
while read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"first-shell","events":false,"view":false}' ;;
    '{"type":"new-game"'*) echo '{"type":"ready"}' ;;
    '{"type":"decide"'*) printf '%s\n' "$line" | sed -E \
        's/.*"decision":([0-9]+).*"legal":\["([^"]*)".*/{"type":"action","decision":\1,"action":"\2"}/' ;;
    '{"type":"quit"'*) exit ;;
    esac
done
