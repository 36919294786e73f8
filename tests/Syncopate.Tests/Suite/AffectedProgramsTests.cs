using System.Diagnostics;
using Syncopate.Tests.Conventions;
using Xunit;

namespace Syncopate.Tests.Suite;

/// <summary>What <c>./test --changed</c> runs: <c>tests/affected-programs</c> goes by the project files of this repository.</summary>
[Trait("Judges", "laws")]
public sealed class AffectedProgramsTests
{
    private const string Conventions = "Syncopate.Tests Syncopate.Tests.Conventions.*";

    /// <summary>Nothing that is changed, and files of which no test knows more than that they are there.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("bench/LoadBench.cs")]
    [InlineData("bench/results/load.md")]
    [InlineData("tests/unsteady.md")]
    public async Task What_no_program_uses_affects_the_conventions_alone(string file) =>
        Assert.Equal([Conventions], await AffectedAsync(file));

    [Theory]
    [InlineData("tests/Syncopate.Crud.Tests/TrialTests.cs", "Syncopate.Crud.Tests")]
    [InlineData("tests/Syncopate.Scan.Tests/Cases/Shop.Data/New.cs", "Syncopate.Scan.Tests")]
    [InlineData("docs/Syncopate.Docs/Program.cs", "Syncopate.Docs.Tests")]
    [InlineData("templates/New.txt", "Syncopate.Packages.Tests")]
    public async Task What_one_program_uses_affects_it_and_the_conventions(string file, string program) =>
        Assert.Equal([program, Conventions], await AffectedAsync(file));

    /// <summary>Crud is what the sample site is made with, and the tool starts that.</summary>
    [Fact]
    public async Task A_project_affects_all_that_is_made_with_it_and_nothing_else()
    {
        string[] affected = await AffectedAsync("src/Syncopate.Crud/CrudService/New.cs");

        Assert.Contains("Syncopate.Crud.Tests", affected);
        Assert.Contains("Syncopate.Site.Tests", affected);
        Assert.Contains("Syncopate.EndToEnd.Tests", affected);
        Assert.Contains(Conventions, affected);
        Assert.DoesNotContain("Syncopate.Tests", affected);
        Assert.DoesNotContain("Syncopate.Library.Tests", affected);
        Assert.DoesNotContain("Syncopate.Scan.Tests", affected);
        Assert.DoesNotContain("Syncopate.Docs.Tests", affected);
    }

    [Theory]
    [InlineData("docs/where.md")]
    [InlineData("CHANGELOG.md")]
    public async Task A_page_affects_its_site_and_the_classes_that_read_code_in_pages(string file)
    {
        string[] affected = await AffectedAsync(file);

        Assert.Equal(["Syncopate.Docs.Tests"], affected.Where(line => !line.Contains(' ', StringComparison.Ordinal)));
        Assert.Contains("Syncopate.EndToEnd.Tests *.DocumentationTests", affected);
        Assert.Contains("Syncopate.Crud.Tests *.TutorialTests", affected);
        Assert.Contains("Syncopate.Tests *.TallyBufferTests", affected);
        Assert.Contains(Conventions, affected);
    }

    /// <summary>What is of no project, and what Directory.Build.props puts into the projects itself.</summary>
    [Theory]
    [InlineData("Directory.Build.props")]
    [InlineData("tests/run-programs")]
    [InlineData("tests/Syncopate.Tests/PatienceAttribute.cs")]
    [InlineData("docs/where.md\nglobal.json")]
    public async Task What_all_projects_use_affects_every_program(string files)
    {
        string tests = Path.Combine(Repository.Root, "tests");
        IEnumerable<string?> programs = Directory.GetDirectories(tests, "*.Tests").Select(Path.GetFileName);
        string[] affected = await AffectedAsync(files);

        Assert.Equal(programs.Order(StringComparer.Ordinal), affected.Order(StringComparer.Ordinal));
    }

    private static async Task<string[]> AffectedAsync(string files)
    {
        ProcessStartInfo start = new("bash")
        {
            ArgumentList = { Path.Combine(Repository.Root, "tests", "affected-programs") },
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using Process run = Process.Start(start)!;
        await run.StandardInput.WriteAsync(files + "\n");
        run.StandardInput.Close();
        string output = await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, run.ExitCode);
        return output.TrimEnd('\n').Split('\n');
    }
}
