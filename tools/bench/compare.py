# SPDX-License-Identifier: Apache-2.0
"""Compares two runs: a ratio that grew by more than a tenth is a regression."""

MOST = 1.10


def ratio_of(row):
    """What is compared: the ratio to the yardstick. Seconds of two days say nothing."""
    return row.get("relative", row)["median"]


def rows_of(run):
    return {(part["cpu"], row["name"]): row for part in run["runs"] for row in part["rows"]}


def compare(old, new):
    """Returns what to print about two runs, by kind: 'warnings', 'missing', 'regressions'."""
    before, after = rows_of(old), rows_of(new)
    warnings = [f"another {said} than the saved run's: '{new[key]}', not '{old[key]}'"
                for key, said in (("cpu_model", "processor"), ("compiler_version", "compiler version"), ("build_type", "build type"))
                if old.get(key) != new.get(key)]
    if set(old.get("cpu_flags", [])) != set(new.get("cpu_flags", [])):
        warnings.append("the processors have other flags")
    missing = [f"{name} ({cpu}): only in the saved run" for cpu, name in before if (cpu, name) not in after]
    missing += [f"{name} ({cpu}): not in the saved run" for cpu, name in after if (cpu, name) not in before]
    regressions = []
    for key in (key for key in after if key in before):
        was, now = ratio_of(before[key]), ratio_of(after[key])
        if now > was * MOST:
            regressions.append(f"{key[1]} ({key[0]}): {now:.3g} times its yardstick, was {was:.3g} ({now / was - 1:+.0%})")
    return {"warnings": warnings, "missing": missing, "regressions": regressions}


def text_of(comparison):
    lines = [f"warning: {line}" for line in comparison["warnings"]] + [f"missing: {line}" for line in comparison["missing"]]
    lines += [f"regression: {line}" for line in comparison["regressions"]]
    return "\n".join(lines or ["no ratio grew by more than 10 %"]) + "\n"
