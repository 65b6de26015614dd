"""The command `stats`: statistics of many games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from khronos_pbem.archive.studies import game_statistics as st
from khronos_pbem.archive.studies import statistics_text as text
from khronos_pbem.archive.studies.document_cache import open_document_cache
from khronos_pbem.archive.studies.game_statistics import Statistics
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.option_types import argument, flag
from khronos_pbem.cli.terminal.output_file import check_one_format, check_target, print_or_write
from khronos_pbem.cli.terminal.printing import exit_if_problems, language, output_width, translate
from khronos_pbem.errors import KhronosError
from khronos_pbem.storage.home_folder import home


def stats(
    files: Annotated[list[Path], argument("FILE…", "Saves, text records, or folders that contain them.")],
    as_csv: Annotated[bool, flag("--csv", "CSV lines for a spreadsheet.")] = False,
    html: Annotated[bool, flag("--html", "A web page with charts.")] = False,
    as_json: opt.Json = False,
    out: opt.OutInstead = None,
    force: opt.Force = False,
) -> None:
    check_one_format(as_csv, html, as_json)
    if out is not None:
        check_target(out, force)
    problems: list[KhronosError] = []
    with open_document_cache(home()) as cache:
        documents = st.read_documents(st.find_game_files(files), cache, home())
        found = st.gather_statistics(documents, problems.append)
    written = _statistics_text(found, problems, as_csv, html, as_json)
    print_or_write(out or Path("-"), written.encode(), force=force)
    exit_if_problems(problems)


def _statistics_text(
    found: Statistics, problems: list[KhronosError], as_csv: bool, html: bool, as_json: bool
) -> str:
    if as_json:
        facts = {**found.to_data(), "problems": [problem.to_data() for problem in problems]}
        return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"
    if as_csv:
        return text.statistics_csv(found)
    if html:
        return text.statistics_page(found, language(), translate)
    return "\n".join(text.statistics_lines(found, output_width(), translate)) + "\n"
