using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Results;
using Syncopate.Cli.Screens;
using Syncopate.Reporting.History;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What a line of <c>syncopate history</c> asks for, and which lines are refused before anything is read or stored.</summary>
public sealed class HistoryOptionsTests
{
    private const string Database = "Host=127.0.0.1;Database=results;Username=ci";

    [Fact]
    public void A_folder_alone_has_its_page_beside_its_results()
    {
        HistorySettings settings = Read("results");

        Assert.Equal(("results", "results"), (settings.Folder, settings.Output));
        Assert.Equal(1UL, settings.Seed);
        Assert.Equal(HistoryBuilder.Usual, settings.Figures);
        Assert.Null(settings.Store);
    }

    [Fact]
    public void Figures_are_named_in_any_case_and_drawn_in_the_order_of_the_line()
    {
        HistorySettings settings = Read("results", "--figure", "P99", "--figure", "rps", "--out", "page", "--seed", "9", "--json");

        Assert.Equal(["p99", "rps"], settings.Figures.Select(figure => figure.Name));
        Assert.Equal(("page", 9UL, true), (settings.Output, settings.Seed, settings.Json));
    }

    [Fact]
    public void What_is_stored_first_has_the_label_of_the_line()
    {
        HistorySettings settings = Read("--store", Database, "--add", "first", "--add", "second", "--label", "main");

        Assert.Equal(["first", "second"], settings.Added);
        Assert.Equal(("127.0.0.1:5432/results", "main"), (settings.Store?.Address.Place, settings.Store?.Label));
        Assert.Equal(OutputFolder.Default, settings.Output);
    }

    [Theory]
    [InlineData("", "Say where the results are: syncopate history DIR")]
    [InlineData($"results --store {Database}", "DIR and --store exclude each other.")]
    [InlineData("results --add more", "--add puts results into a database: add --store CONNECTION.")]
    [InlineData("results --label main", "--label names results that are put into a database")]
    [InlineData("results --figure errors", "--figure 'errors': a history does not draw that. Known: mean")]
    [InlineData("results --out ", "--out takes the name of a folder; found nothing.")]
    [InlineData($"--store {Database} --add ", "--add takes the name of a folder; found nothing.")]
    [InlineData($"--store {Database} --label main", "--label names results that are put into a database")]
    public void A_mistake_is_named_with_the_next_step(string line, string message) => Assert.Contains(
        message, Assert.Throws<UsageException>(() => Read(line.Split(' '))).Message, StringComparison.Ordinal);

    private static HistorySettings Read(params string[] words)
    {
        HistoryOptions options = new();
        Command command = new("history");
        options.AddTo(command);
        return options.Read(command.Parse(words), new Terminal(_ => null));
    }
}
