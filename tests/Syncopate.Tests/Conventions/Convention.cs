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
    public static Convention OfEachFile(
        string says, Func<SourceFile, IEnumerable<Finding>> find, params IReadOnlyList<Exemption> exemptions) =>
        new(says, files => files.SelectMany(find), exemptions);

    /// <summary>Fails on what breaks the rule in the repository, and on an exemption that nothing needs any more.</summary>
    public void Holds()
    {
        List<Finding> found = find(Repository.Sources).ToList();
        List<Finding> broken = Unexcused(found);

        Assert.True(broken.Count == 0, $"{says}\n{string.Join('\n', broken)}");
        Assert.All(exemptions, exempt => Assert.Contains(found, exempt.Covers));
    }

    /// <summary>What it reports on one file that holds <paramref name="code"/> and stands at <paramref name="path"/>.</summary>
    public IReadOnlyList<Finding> Find(string path, string code) => Find([new SourceFile(path, code)]);

    public IReadOnlyList<Finding> Find(IReadOnlyList<SourceFile> files) => Unexcused(find(files));

    private List<Finding> Unexcused(IEnumerable<Finding> found) =>
        [.. found.Where(finding => !exemptions.Any(exempt => exempt.Covers(finding)))];
}
