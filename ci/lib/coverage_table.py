"""Prints an lcov file as a table, a folder a row:  coverage_table.py ROOT INFO"""

import os
import sys
from collections import Counter

root, info = sys.argv[1:]
lines, hit = Counter(), Counter()
with open(info, encoding="utf-8") as records:
    for record in records:
        key, _, value = record.strip().partition(":")
        if key == "SF":
            folder = os.path.dirname(os.path.relpath(value, root))
        elif key == "DA":
            lines[folder] += 1
            hit[folder] += value.split(",")[1] != "0"

print("| folder | lines | executed |\n|---|---|---|")
for folder in sorted(lines):
    print(f"| {folder} | {lines[folder]} | {100 * hit[folder] / lines[folder]:.1f} % |")
total = sum(lines.values())
print(f"| all | {total} | {100 * sum(hit.values()) / max(total, 1):.1f} % |")
