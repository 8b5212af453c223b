#!/bin/sh
# Finds a Python that is new enough, starts the program and opens the browser.
cd "$(dirname "$0")" || exit 1
for name in python3.13 python3.12 python3.11 python3 \
    /usr/local/bin/python3 /opt/homebrew/bin/python3; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        exec "$name" run.py --open "$@"
    fi
done
echo
echo "  Skatturnier braucht Python 3.11 oder neuer. Es ist kostenlos:"
echo "  https://www.python.org/downloads/source/"
echo "  Danach diese Datei noch einmal doppelklicken."
echo
echo "  Skatturnier needs Python 3.11 or newer, which is free: see the address above."
echo "  Then double-click this file again."
echo
printf "Enter …"
read -r _
exit 1
