using Syncopate.Crud.Tests.Approved;
using Syncopate.EndToEnd.Tests;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>What users of the package build on changes only when somebody has seen the change.</summary>
[Trait("Judges", "behaviour")]
public sealed class ApprovedApiTests
{
    [Theory]
    [InlineData("Approved.txt", typeof(Forms))]
    [InlineData("ApprovedCore.txt", typeof(Verdict))]
    [InlineData("ApprovedEndpoints.txt", typeof(Endpoints))]
    [InlineData("ApprovedLoad.txt", typeof(LoadEngine))]
    public void What_a_package_offers_is_what_was_approved(string name, Type entry)
    {
        string file = Path.Combine(Built.RepositoryRoot, "tests", "Syncopate.Library.Tests", name);
        IReadOnlyList<string> offered = PublicApi.Of(entry.Assembly.GetExportedTypes());
        if (Environment.GetEnvironmentVariable("SYNCOPATE_ACCEPT") == "1")
            File.WriteAllText(file, string.Concat(offered.Select(line => $"{line}\n")));

        string[] approved = File.ReadAllLines(file);

        string[] differences = [.. approved.Except(offered).Select(line => $"- {line}"), .. offered.Except(approved).Select(line =>
            $"+ {line}")];
        Assert.True(differences.Length == 0, $"""
            The package offers something else than {name} lists. What is gone (-) breaks those who use it.
            If it is meant, run this test with SYNCOPATE_ACCEPT=1, which writes the file, and commit that too.
            {string.Join('\n', differences)}
            """);
    }
}
