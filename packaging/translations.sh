#!/usr/bin/env bash
# Brings the translation files up to date with the sources, and compiles them. For whoever changes a text of the window.
#
#   bash packaging/translations.sh          collect new texts into resources/translations/*.ts and compile to *.qm
#   bash packaging/translations.sh --check  change nothing; exit code 1 where something is missing, stale or untranslated
#
# Sources are in English. talespan_en holds nothing but the plural forms. After a run, fill in what is marked unfinished,
# then run it again.
set -euo pipefail
cd "$(dirname "$0")/.."

VENV=${TALESPAN_VENV:-.venv}
SHIPPED=resources/translations
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

cp "$SHIPPED"/*.ts "$WORK"
"$VENV/bin/python" packaging/translation_codes.py > "$WORK/codes.py"
mapfile -t SOURCES < <(find desktop_app/ui -name '*.py' | LC_ALL=C sort)
for language in en ru zh; do
    FORMS=()
    [ "$language" != en ] || FORMS=(-pluralonly)
    "$VENV/bin/pyside6-lupdate" -silent -locations none -no-obsolete "${SOURCES[@]}" "$WORK/codes.py" \
        -source-language en -target-language "$language" "${FORMS[@]}" -ts "$WORK/talespan_$language.ts"
    "$VENV/bin/pyside6-lrelease" -silent "$WORK/talespan_$language.ts" -qm "$WORK/talespan_$language.qm"
done

if [ "${1:-}" = --check ]; then
    for file in "$WORK"/*.ts "$WORK"/*.qm; do
        cmp "$file" "$SHIPPED/$(basename "$file")" || { echo "Run bash packaging/translations.sh." >&2; exit 1; }
    done
else
    cp "$WORK"/*.ts "$WORK"/*.qm "$SHIPPED"
fi

if grep -n 'type="unfinished"' "$SHIPPED"/*.ts; then
    echo "Some texts are not translated yet." >&2
    exit 1
fi
