# SPDX-License-Identifier: Apache-2.0
"""The example of the page that the package shows on PyPI."""

import re
from pathlib import Path
from typing import Any

import numpy as np


def test_should_run_as_the_readme_shows() -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert program
    names: dict[str, Any] = {}
    answers = []
    for line in program[1].splitlines():
        if "=" in line.split("(")[0] or line.startswith(("from", "import")) or not line:
            exec(line, names)
        else:
            answers.append(eval(line, names))
    assert 2 < answers[0] < 3
    assert answers[1].shape == (2, 2) and np.isnan(answers[1][1]).all()
    assert names["tdigest"].count(answers[2]) == 2000
