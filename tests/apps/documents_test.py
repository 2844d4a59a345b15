# SPDX-License-Identifier: BSD-3-Clause
"""--help, the man page and the README list the properties as the table in the code has them:
documents_test.py LIST_PROPERTIES COMMAND MAN_PAGE README"""
import subprocess
import sys

list_properties, command, man_page, readme = sys.argv[1:]


def output(*arguments):
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


def content(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


documents = {"help": output("sh", command, "--help"), "man": content(man_page), "readme": content(readme)}
wrong = 0
for name, document in documents.items():
    expected = output(list_properties, name)
    if expected not in document:
        wrong += 1
        print(f"{name}: the list of properties is not that of plugin/settings/property_table.h, expected:\n{expected}",
              file=sys.stderr)
sys.exit(1 if wrong else 0)
