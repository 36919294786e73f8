using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Scenarios in files and folders, with YAML as a test reads it.</summary>
public sealed class ScenarioFileTests : IDisposable
{
    private const string Scenario = """{ "users": 5, "endpoints": [{ "name": "orders", "cpuMilliseconds": 3, "waitMilliseconds": 40 }] }""";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-scenario-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void JSON_is_read_as_it_is()
    {
        PlanScenario read = ScenarioFile.Read(
            Write("shop.json", Scenario), _ => throw new InvalidOperationException("It is taken for YAML."));

        Assert.Equal("orders", Assert.Single(read.Kinds).Name);
        Assert.Equal(5, read.File.Users);
    }

    [Theory]
    [InlineData("shop.yaml")]
    [InlineData("shop.YML")]
    public void What_is_called_YAML_is_turned_into_JSON_first(string name) =>
        Assert.Equal("orders", Assert.Single(ScenarioFile.Read(Write(name, "users: 5"), _ => Scenario).Kinds).Name);

    [Fact]
    public void What_cannot_be_read_is_named_in_a_sentence_without_the_names_of_code()
    {
        string file = Write("shop.yaml", "users: 5");

        string message = Assert.Throws<FormatException>(
            () => ScenarioFile.Read(file, _ => throw new ArgumentException("It is no YAML. (Parameter 'yaml')"))).Message;

        Assert.Equal($"Cannot read the scenario '{file}': It is no YAML.", message);
    }

    [Fact]
    public void A_file_that_is_not_there_and_a_folder_without_a_run_are_named()
    {
        string none = Path.Combine(_folder.FullName, "none.json");

        Assert.StartsWith($"Cannot read the scenario '{none}': ", Refusal(none), StringComparison.Ordinal);
        Assert.StartsWith($"Cannot read the scenario '{_folder.FullName}': ", Refusal(_folder.FullName), StringComparison.Ordinal);
    }

    private static string Refusal(string name) =>
        Assert.Throws<FormatException>(() => ScenarioFile.Read(name, text => text)).Message;

    private string Write(string name, string text)
    {
        string file = Path.Combine(_folder.FullName, name);
        File.WriteAllText(file, text);
        return file;
    }
}
