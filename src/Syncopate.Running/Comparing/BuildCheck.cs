using System.Globalization;

namespace Syncopate.Running.Comparing;

/// <summary>What has to be true, and what has to be said, of builds before they are compared.</summary>
/// <param name="targets">Two or three, the baseline first.</param>
internal sealed class BuildCheck(IReadOnlyList<BuiltTarget> targets)
{
    private const string SeveralChanges = "several-changes";
    private const string SameFiles = "same-files";

    private readonly string[] _prints = [.. targets.Select(t => t.Build.Output.Fingerprint())];

    /// <summary>Refuses a switch that had no effect, and two targets that are one program.</summary>
    /// <exception cref="TargetFailedException">Nothing would be compared.</exception>
    public void RefuseWhatIsNoComparison()
    {
        foreach (BuiltTarget target in targets.Where(t => t.Wanted.IsRuntimeAsync && t.Methods.RuntimeAsync == 0))
            throw new TargetFailedException(WithoutEffect(target));
        foreach ((BuiltTarget one, BuiltTarget other) in Equal().Where(pair => pair.One.Wanted.Source == pair.Other.Wanted.Source))
            throw new TargetFailedException(Same(one, other));
    }

    /// <summary>How the async methods of each were compiled.</summary>
    public string Sentence() =>
        $"own async methods, without those of packages: {string.Join("; ", targets.Select(t => $"{t.Form} {t.Methods.Text}"))}";

    /// <summary>Differences that no figure can tell apart.</summary>
    public IEnumerable<Doubt> Doubts()
    {
        // Two revisions whose program is the same are an answer: the change between them is none of the program.
        foreach ((BuiltTarget one, BuiltTarget other) in Equal().Where(pair => pair.One.Wanted.Source != pair.Other.Wanted.Source))
        {
            yield return new Doubt(
                SameFiles,
                UrlComparison.Id,
                $"{one.Wanted.Label} and {other.Wanted.Label} compile to equal files: {one.Form} and {other.Form} are one program.",
                "A difference between them would be noise.",
                "Check that these are the sources that were meant.");
        }

        for (int i = 1; i < targets.Count; i++)
        {
            BuiltTarget target = targets[i];
            string[] changes = [.. target.ChangesFrom(targets[0])];
            // Where one of the targets between them shares all but one of the changes, what each does is measured.
            if (changes.Length < 2 || targets.Take(i).Any(other => target.ChangesFrom(other).Count() == 1))
                continue;
            yield return new Doubt(
                SeveralChanges,
                UrlComparison.Id,
                string.Create(CultureInfo.InvariantCulture,
                    $"{target.Form} differs from {targets[0].Form} in {changes.Length} things at once: {string.Join(" and ", changes)}."),
                "A difference between them is of all these together: what each of them does alone is not known.",
                "Compare one change at a time, or three targets that each change one thing more: A, B with the first, C with both.");
        }
    }

    private IEnumerable<(BuiltTarget One, BuiltTarget Other)> Equal() =>
        from i in Enumerable.Range(1, targets.Count - 1)
        from j in Enumerable.Range(0, i)
        where _prints[i] == _prints[j] && targets[i].Wanted.Path == targets[j].Wanted.Path && targets[i].Runtime == targets[j].Runtime
        select (targets[j], targets[i]);

    private static string WithoutEffect(BuiltTarget target)
    {
        string begin = $"--runtime-async-{ComparedBuild.Letter(target.Form)} had no effect on {target.Wanted.Source}: ";
        return target.Methods.All == 0
            ? begin + "its own assemblies have no async method, and those of packages stay as they were compiled. "
                + "Compare an app, or a project, that has some."
            : begin + $"the compiler made {target.Methods.MachinesText} all the same. Runtime async needs "
                + $"a target framework of net10.0 (a preview there) or later, and this build is for .NET {target.Build.Output.BuiltFor}.";
    }

    private static string Same(BuiltTarget one, BuiltTarget other)
    {
        string begin = $"{one.Form} and {other.Form} are the same build: equal files, one path, one runtime ({other.Runtime}). ";
        string[] properties =
            [.. other.Wanted.Properties.Concat(one.Wanted.Properties).Select(p => p.Key).Distinct(StringComparer.Ordinal)];
        if (one.Wanted.IsRuntimeAsync != other.Wanted.IsRuntimeAsync)
        {
            return begin + $"Their {one.Methods.Text}: the project asks for runtime async itself. "
                + $"Take it out there, or give {one.Form} --properties-{ComparedBuild.Letter(one.Form)} Features=none.";
        }

        return properties.Length > 0
            ? begin + $"{string.Join(" and ", properties)} changed nothing in it: check the name, as MSBuild takes any, and the value."
            : begin + "Give the second another source, a path of its own, --runtime-async-b, --properties-b NAME=VALUE or --runtime-b.";
    }
}
