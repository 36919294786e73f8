using System.CommandLine;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.History;
using Syncopate.Texts;

namespace Syncopate.Cli.Results;

/// <summary>The options of <c>syncopate history</c> and how they are checked.</summary>
internal sealed class HistoryOptions
{
    private readonly Argument<string?> _folder = new("DIR")
    {
        Description = "Folder that holds the results, such as syncopate-out; not with --store.",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly StoreLine _store = new("Draw the results in a database, of many machines and builds.");
    private readonly Option<string[]> _add = new("--add")
    {
        Description = "Store every result below this folder in the database first; those that are there already stay. May be repeated.",
        HelpName = "DIR",
        DefaultValueFactory = _ => [],
    };
    private readonly LabelLine _label = new();
    private readonly Option<ulong> _seed = new("--seed")
    {
        Description = "Seed of the permutations that judge changes; 1 when not given.",
        HelpName = "N",
        DefaultValueFactory = _ => 1,
    };
    private readonly Option<string[]> _figures = new("--figure")
    {
        Description = $"A figure to draw: {Names(HistoryBuilder.Drawable)}; may be repeated. {Names(HistoryBuilder.Usual)} when not given.",
        HelpName = "NAME",
        DefaultValueFactory = _ => [],
        CompletionSources = { _ => HistoryBuilder.Drawable.Select(f => f.Name) },
    };
    private readonly Option<string?> _output = new("--out")
    {
        Description = $"Folder for history.html; DIR when not given, {OutputFolder.Default} with --store.",
        HelpName = "DIR",
    };
    private readonly Option<bool> _json = new("--json") { Description = "Print one JSON document on stdout and nothing else there." };

    public void AddTo(Command command)
    {
        command.Arguments.Add(_folder);
        foreach (Option option in new[] { _store.Option, _add, _label.Option, _figures, _seed, _output, _json })
            command.Options.Add(option);
    }

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">The file of the connection cannot be read.</exception>
    public HistorySettings Read(ParseResult line, Terminal terminal)
    {
        string? folder = line.GetValue(_folder);
        string[] added = line.GetValue(_add)!; // It has a default.
        bool isStored = _store.IsGiven(line);
        if (string.IsNullOrEmpty(folder) && !isStored)
        {
            throw new UsageException(
                "Say where the results are: syncopate history DIR, or, in a database, syncopate history --store CONNECTION");
        }

        if (folder is "")
        {
            throw new UsageException("DIR is the name of a folder; found nothing. With --store leave it out: syncopate history --store "
                + "CONNECTION");
        }

        if (folder is not null && isStored)
        {
            throw new UsageException($"DIR and --store exclude each other. To put what lies below '{folder}' into the database: --store "
                + $"CONNECTION --add {ShellWord.Quoted(folder)}");
        }

        if (!isStored && added.Length > 0)
        {
            throw new UsageException(
                "--add puts results into a database: add --store CONNECTION. To draw those of a folder: syncopate history DIR");
        }

        if (added.Length == 0 && _label.IsGiven(line))
            throw new UsageException("--label names results that are put into a database: add --add DIR, or leave it out.");
        if (added.Contains(""))
            throw new UsageException($"--add takes the name of a folder; found nothing. Example: --add {OutputFolder.Default}");
        Figure[] figures = [.. line.GetValue(_figures)!.Select(Drawn)]; // As above.
        return new HistorySettings(folder ?? "", ResultLine.Folder(line.GetValue(_output)) ?? folder ?? OutputFolder.Default)
        {
            Store = _store.Read(line, terminal) is { } address
                ? new KeepSettings(address, added.Length > 0 ? _label.Read(line) : "")
                : null,
            Added = added,
            Seed = line.GetValue(_seed),
            Figures = figures.Length > 0 ? figures : HistoryBuilder.Usual,
            Json = line.GetValue(_json),
        };
    }

    private static string Names(IEnumerable<Figure> figures) => string.Join(", ", figures.Select(f => f.Name));

    private static Figure Drawn(string name) =>
        HistoryBuilder.Drawable.FirstOrDefault(f => f.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new UsageException(
            $"--figure '{name}': a history does not draw that. Known: {Names(HistoryBuilder.Drawable)}. Example: --figure p99");
}

/// <summary>What <c>syncopate history</c> was asked to do, checked.</summary>
/// <param name="Folder">Folder below which the results lie; empty with a database.</param>
/// <param name="Output">Folder for the page.</param>
internal sealed record HistorySettings(string Folder, string Output)
{
    /// <summary>The database, and how to label what is put there; null for a folder.</summary>
    public KeepSettings? Store { get; init; }

    /// <summary>Folders whose results are put there first; may be empty.</summary>
    public IReadOnlyList<string> Added { get; init; } = [];

    /// <summary>Seed of the permutations that judge changes.</summary>
    public required ulong Seed { get; init; }

    /// <summary>What to draw; at least one.</summary>
    public required IReadOnlyList<Figure> Figures { get; init; }

    /// <summary>Print one document on stdout.</summary>
    public required bool Json { get; init; }
}
