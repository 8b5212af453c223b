#!/bin/sh
# Finds a Python that fits, starts the program and opens the browser.
cd "$(dirname "$0")" || exit 1
if [ ! -f run.py ]; then
    echo "  Bitte erst das ganze Archiv auspacken. / Please unpack the whole archive first."
    printf "Enter …"
    read -r _
    exit 1
fi
# First those that the libraries in wheels/ are for, then any: run.py says what does not fit.
for version in @PYTHONS@ 3; do
    for folder in "" /usr/local/bin/ /opt/homebrew/bin/; do
        name="${folder}python$version"
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            exec "$name" run.py --open "$@"
        fi
    done
done
echo
echo "  Skatturnier braucht Python @BEST@. Es ist kostenlos:"
echo "  https://www.python.org/downloads/@DOWNLOADS@/"
echo "  Danach diese Datei noch einmal doppelklicken. Es passen auch: @PYTHONS@."
echo
echo "  Skatturnier needs Python @BEST@, which is free: see the address above."
echo "  Then double-click this file again."
echo
printf "Enter …"
read -r _
exit 1
