#!/usr/bin/env python3
"""peers.py MARKED SCORE TOOL WORK: what analyzer packs and `syncopate scan` find in a marked solution, as a table in Markdown.

MARKED  a folder with a solution whose places are marked (// +sia must be reported, // -soa must not, // ?chain either);
        it is copied, never written to.
SCORE   the script that compares a SARIF file with such marks.
TOOL    Syncopate.Cli.dll.
WORK    a new folder: the copy, SARIF of the compiler, of the tool, and of each row of the table.

The packs are analyzers of one build, all their rules below as warnings, also those that are off by default. A rule that speaks
of several classes is given the nearest mark of one of them, the best for it where two are equally near; where there is no mark
it counts as its first class, as a false alarm. Our own findings go through the same, and a second row takes our rules for nothing
but their own class. Columns of classes: right + false."""
import glob, itertools, json, os, re, shutil, subprocess, sys
from urllib.parse import unquote, urlparse

CLASSES = ["soa", "sia", "sleep", "action_blocking", "chain", "seq_awaits", "async_void", "fire_forget", "await_using"]
SHOWN = ["soa", "sia", "sleep", "async_void", "fire_forget", "await_using"]
WAITS = ["soa", "sia", "sleep", "action_blocking", "chain"]
CALLS = ["sia", "soa", "sleep", "action_blocking", "chain"]
PACKAGES = {
    "Microsoft.VisualStudio.Threading.Analyzers": "18.12.1",
    "Meziantou.Analyzer": "3.0.321",
    "AsyncFixer": "2.1.0",
    "Roslynator.Analyzers": "5.0.1",
    "SonarAnalyzer.CSharp": "10.36.0.15337",
}
PACKS = {
    "NetAnalyzers": {"CA1849": CALLS, "CA2012": ["soa"]},
    "VS Threading": {"VSTHRD002": WAITS, "VSTHRD103": CALLS, "VSTHRD104": WAITS, "VSTHRD102": WAITS,
                     "VSTHRD100": ["async_void"], "VSTHRD101": ["async_void"], "VSTHRD110": ["fire_forget"]},
    "Meziantou": {"MA0042": [*CALLS, "await_using"], "MA0045": [*CALLS, "await_using"],
                  "MA0134": ["fire_forget"], "MA0147": ["async_void"], "MA0155": ["async_void"]},
    "AsyncFixer": {"AsyncFixer02": CALLS, "AsyncFixer03": ["async_void"], "AsyncFixer04": ["fire_forget"]},
    "Roslynator": {"RCS1261": ["await_using"]},
    "Sonar": {"S4462": WAITS, "S6966": [*CALLS, "await_using"], "S3168": ["async_void"]},
}
OWN = {f"SYNC{2001 + i}": c for i, c in enumerate(CLASSES)}
TARGETS = """<Project>
  <ItemGroup>
{packages}
    <EditorConfigFiles Include="$(MSBuildThisFileDirectory)../peers.globalconfig" />
  </ItemGroup>
  <PropertyGroup>
    <ErrorLog>$(MSBuildThisFileDirectory)../peers/$(MSBuildProjectName).sarif,version=2.1</ErrorLog>
  </PropertyGroup>
</Project>
"""


def prepare(marked, work):
    shutil.copytree(marked, os.path.join(work, "marked"))
    subprocess.run(["chmod", "-R", "u+w", work], check=True)
    os.makedirs(os.path.join(work, "peers"))
    rules = sorted(rule for pack in PACKS.values() for rule in pack)
    with open(os.path.join(work, "peers.globalconfig"), "w") as f:
        f.write("is_global = true\nglobal_level = 100\n" + "".join(f"dotnet_diagnostic.{rule}.severity = warning\n" for rule in rules))
    lines = [f'    <PackageReference Include="{name}" Version="{version}" PrivateAssets="all" />' for name, version in PACKAGES.items()]
    return os.path.join(work, "marked"), TARGETS.format(packages="\n".join(lines))


def build(marked, targets):
    with open(os.path.join(marked, "Directory.Build.targets"), "w") as f:
        f.write(targets)
    command = ["dotnet", "build", marked, "-v:q", "-m:1", "-nodeReuse:false", "-p:UseSharedCompilation=false"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def findings(path):
    with open(path, encoding="utf-8-sig") as f:
        log = json.load(f)
    for run in log["runs"]:
        bases = {name: base.get("uri", "") for name, base in run.get("originalUriBaseIds", {}).items()}
        for result in run["results"]:
            if result.get("suppressions"):
                continue
            where = result["locations"][0]["physicalLocation"]
            uri = bases.get(where["artifactLocation"].get("uriBaseId"), "") + where["artifactLocation"]["uri"]
            parsed = urlparse(uri)
            line = where["region"]["startLine"]
            yield result["ruleId"], unquote(parsed.path if parsed.scheme else uri), line, where["region"].get("endLine", line)


def marks(root):
    found = []
    for path in glob.glob(os.path.join(root, "**", "*.cs"), recursive=True):
        with open(path, encoding="utf-8-sig") as f:
            for number, text in enumerate(f, 1):
                hit = re.search(r"//\s((?:[-+?][a-z_]+\s*)+)$", text)
                found += [(path, number, cls, sign) for sign, cls in re.findall(r"([-+?])([a-z_]+)", hit.group(1))] if hit else []
    return found


def classed(rows, rules, known):
    """Each place once a class: the class of the nearest mark among those of its rule."""
    for rule, file, line, end in rows:
        if rule not in rules:
            continue
        near = [(max(0, number - end, line - number), "+?-".index(sign), rules[rule].index(cls), cls)
                for path, number, cls, sign in known if cls in rules[rule] and os.path.samefile(path, file)]
        near = [one for one in near if one[0] <= 1]
        yield (min(near)[3] if near else rules[rule][0], file, line, end)


def score(script, marked, work, name, found):
    path = os.path.join(work, name.replace(" ", "_").replace("+", "and") + ".sarif")
    results = [dict(ruleId=cls, message=dict(text=""), locations=[dict(physicalLocation=dict(
        artifactLocation=dict(uri="file://" + file), region=dict(startLine=line, endLine=end)))])
        for cls, file, line, end in sorted(set(found))]
    with open(path, "w") as f:
        json.dump(dict(version="2.1.0", runs=[dict(tool=dict(driver=dict(name=name)), results=results)]), f)

    def ask(classes):
        command = [sys.executable, script, path, "--marks", marked, "--json", "--classes", ",".join(classes)]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return ask(["soa", "sia"]), ask(CLASSES)


def row(name, both):
    blocking, every = both
    share = lambda x: "-" if x is None else f"{x:.2f}"
    cells = [share(blocking["total"]["precision"]), share(blocking["total"]["recall"])]
    by_class = {one["cls"]: one for one in every["classes"]}
    for cls in SHOWN:
        one = by_class.get(cls)
        cells.append("-" if one is None or not one["reported"] else f"{one['tp']}" + (f" + {one['false']}" if one["false"] else ""))
    total = every["total"]
    return f"| {name} | " + " | ".join(cells + [share(total["precision"]), share(total["recall"])]) + " |"


def f1(both, which):
    return both[which]["total"]["f1"] or 0


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    given, script, tool, work = map(os.path.abspath, sys.argv[1:])
    marked, targets = prepare(given, work)
    build(marked, targets)
    subprocess.run(["dotnet", tool, "scan", marked, "--sarif", os.path.join(work, "own.sarif")], check=True, stdout=subprocess.DEVNULL)
    known = marks(marked)
    peers = [one for path in sorted(glob.glob(os.path.join(work, "peers", "*.sarif"))) for one in findings(path)]
    own = list(findings(os.path.join(work, "own.sarif")))

    by_pack = {pack: list(classed(peers, rules, known)) for pack, rules in PACKS.items()}
    scored = {pack: score(script, marked, work, pack, found) for pack, found in by_pack.items()}
    pairs = {f"{a} + {b}": score(script, marked, work, f"{a} + {b}", by_pack[a] + by_pack[b])
             for a, b in itertools.combinations(by_pack, 2)}
    everything = score(script, marked, work, "all six", [one for found in by_pack.values() for one in found])
    free = {rule: WAITS if cls in WAITS else [cls] for rule, cls in OWN.items()}
    free = {rule: sorted(classes, key=lambda cls: cls != OWN[rule]) for rule, classes in free.items()}
    ours = score(script, marked, work, "Syncopate", list(classed(own, free, known)))
    strict = score(script, marked, work, "Syncopate strict", [(OWN[rule], *where) for rule, *where in own])

    print("| pack | soa and sia: precision | recall | " + " | ".join(SHOWN) + " | all nine: precision | recall |")
    print("|---|--:|--:|" + "--:|" * len(SHOWN) + "--:|--:|")
    for pack, both in scored.items():
        print(row(pack, both))
    best = {which: max(pairs, key=lambda pair: f1(pairs[pair], which)) for which in (0, 1)}
    for pair in dict.fromkeys(best.values()):
        asked = " and for ".join(what for which, what in ((0, "soa and sia"), (1, "all")) if best[which] == pair)
        print(row(f"{pair} (best pair for {asked})", pairs[pair]))
    print(row("all six", everything))
    print(row("**Syncopate**", ours))
    print(row("the same, rule = class", strict))
    for pack, rules in PACKS.items():
        count = {rule: sum(one[0] == rule for one in peers) for rule in rules}
        print(f"{pack}:", ", ".join(f"{rule} ({number})" for rule, number in count.items()), file=sys.stderr)


main()
