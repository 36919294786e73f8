using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>
/// A rule of STYLE.md that the compiler cannot check: what it says, how to find what breaks it, and who may.
/// The same <c>find</c> runs over the repository and over a planted snippet, so that a test can see it report.
/// </summary>
internal sealed class Convention(
    string says, Func<IReadOnlyList<SourceFile>, IEnumerable<Finding>> find, params IReadOnlyList<Exemption> exemptions)
{
    /// <summary>A convention that looks at one file at a time.</summary>
    public static Convention OfEachFile(string says, Func<SourceFile, IEnumerable<Finding>> find, params IReadOnlyList<Exemption> exemptions) =>
        new(says, files => files.SelectMany(find), exemptions);

    public void Holds()
    {
        var findings = Find(Repository.Sources);

        Assert.True(findings.Count == 0, $"{says}\n{string.Join('\n', findings)}");
    }

    /// <summary>What it reports on one file that holds <paramref name="code"/> and stands at <paramref name="path"/>.</summary>
    public IReadOnlyList<Finding> Find(string path, string code) => Find([new SourceFile(path, code)]);

    public IReadOnlyList<Finding> Find(IReadOnlyList<SourceFile> files) =>
        [.. find(files).Where(finding => !exemptions.Any(exempt => finding.Path.StartsWith(exempt.Path, StringComparison.Ordinal)))];
}
