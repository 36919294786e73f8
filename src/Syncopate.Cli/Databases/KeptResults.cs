using System.Globalization;
using System.Text;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Results;
using Syncopate.Experiments.Bundled;
using Syncopate.Journaling;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Texts;

namespace Syncopate.Cli.Databases;

/// <summary>Results in a database: what commands put there and take from there, with errors in words.</summary>
internal static class KeptResults
{
    // As many as below a folder.
    private const int MostDrawn = 1_000;

    // A baseline is the newest that fits; what lies further back belongs to another time.
    private const int MostSearched = 100;

    /// <summary>Sees that a result can be put there, before anything is measured.</summary>
    /// <exception cref="UnusableException">It cannot.</exception>
    public static async Task CheckAsync(KeepSettings settings)
    {
        await using ResultStore store = await OpenAsync(settings.Address, CancellationToken.None);
        await AskAsync(async () =>
        {
            await store.CheckAddAsync(CancellationToken.None);
            return true;
        });
    }

    /// <summary>Puts the result of a folder there.</summary>
    /// <exception cref="UnusableException">It cannot be put there; the message says where it is safe.</exception>
    public static async Task KeepAsync(KeepSettings settings, string folder, Terminal terminal)
    {
        try
        {
            ResultText text = ResultText.Read(folder, BundledExperiments.Explanations);
            await using ResultStore store = await OpenAsync(settings.Address, CancellationToken.None);
            await AskAsync(() => store.AddAsync(Stored(text, settings.Label), CancellationToken.None));
            terminal.Error.WriteLine($"Stored: {Name(Stored(text, settings.Label))} at {settings.Address.Place}");
        }
        catch (Exception e) when (e is UnusableException or ClusterException or FormatException or JournalException or IOException)
        {
            throw new UnusableException($"The result was not stored: {e.Message.TrimEnd('.')}. It is safe in {folder}; put it there later: "
                + $"syncopate history --store --add {ShellWord.Quoted(folder)}");
        }
    }

    /// <summary>Puts every result below folders there.</summary>
    /// <returns>How many were new, and how many there already.</returns>
    /// <exception cref="UnusableException">A folder cannot be read, or the database not be used.</exception>
    public static async Task<(int Added, int Known)> AddAsync(
        KeepSettings settings, IReadOnlyList<string> folders, ICollection<string> notes, CancellationToken cancellationToken)
    {
        (int added, int known) = (0, 0);
        await using ResultStore store = await OpenAsync(settings.Address, cancellationToken);
        foreach (string folder in folders)
        {
            int before = added + known;
            foreach (ResultText text in Texts(folder, notes))
            {
                StoredResult result = Stored(text, settings.Label);
                bool isNew = await AskAsync(() => store.AddAsync(result, cancellationToken));
                (added, known) = isNew ? (added + 1, known) : (added, known + 1);
            }

            if (added + known == before)
            {
                throw new UnusableException($"There is no result below '{folder}'. Give a folder that holds folders of runs, such as "
                    + $"{OutputFolder.Default}. {string.Join(' ', notes)}".TrimEnd());
            }
        }

        return (added, known);
    }

    /// <summary>All results that are there, up to a thousand of the newest.</summary>
    /// <exception cref="UnusableException">The database cannot be used.</exception>
    public static async Task<IReadOnlyList<GateResult>> ReadAsync(
        JoinAddress address, ICollection<string> notes, CancellationToken cancellationToken)
    {
        await using ResultStore store = await OpenAsync(address, cancellationToken);
        long count = await AskAsync(() => store.CountAsync(cancellationToken));
        if (count > MostDrawn)
        {
            notes.Add(string.Create(
                CultureInfo.InvariantCulture, $"{count:#,0} results are stored; the newest {MostDrawn:#,0} are drawn."));
        }

        return await AskAsync(async () =>
        {
            List<StoredResult> found = await store.FindAsync(new ResultQuery { Most = MostDrawn }, cancellationToken);
            List<GateResult> results = [];
            await foreach (StoredResult stored in store.ReadAsync(found, cancellationToken))
            {
                if (Parse(stored, notes) is { } result)
                    results.Add(result);
            }

            return results;
        });
    }

    /// <summary>The newest result before another one that asked the same on the same kind of machine.</summary>
    /// <param name="baseline">Where to look, and for what.</param>
    /// <param name="result">The other one.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="UnusableException">There is none, or the database cannot be used.</exception>
    public static async Task<GateResult> BaselineAsync(StoredBaseline baseline, GateResult result, CancellationToken cancellationToken)
    {
        ResultQuery query = new()
        {
            Machine = baseline.AllowsDifferent ? null : result.MachineKind,
            Label = baseline.Label,
            Before = result.StartedUtc,
            Most = MostSearched,
        };
        await using ResultStore store = await OpenAsync(baseline.Address, cancellationToken);
        List<string> unread = [];
        GateResult? found = await AskAsync<GateResult?>(async () =>
        {
            List<StoredResult> older = await store.FindAsync(query, cancellationToken);
            await foreach (StoredResult stored in store.ReadAsync([.. older.Where(one => one.Run != result.Run)], cancellationToken))
            {
                if (Parse(stored, unread) is { } whole && whole.IsBaselineOf(result, baseline.AllowsDifferent))
                    return whole;
            }

            return null;
        });
        return found ?? throw NoBaseline(baseline, result);
    }

    private static UnusableException NoBaseline(StoredBaseline baseline, GateResult result)
    {
        string label = baseline.Label is { } text ? $" labelled '{text}'" : "";
        string machine = baseline.AllowsDifferent ? "" : $" on {result.MachineKind}";
        return new UnusableException($"The results at {baseline.Address.Place} have no baseline for {result.Path}: no earlier, "
            + $"complete result{label} with one of its forms under the same load{machine}. Put one there: measure the older state with "
            + "--store, or syncopate history --store --add DIR");
    }

    private static GateResult? Parse(StoredResult stored, ICollection<string> notes)
    {
        try
        {
            return GateResult.Parse(Encoding.UTF8.GetBytes(stored.Report), Name(stored));
        }
        catch (FormatException e)
        {
            notes.Add($"{Name(stored)} was left out: {e.Message}");
            return null;
        }
    }

    private static string Name(StoredResult stored)
    {
        string what = stored.Label.Length > 0 ? $"{stored.Label}, {stored.Host}" : stored.Host;
        return string.Create(CultureInfo.InvariantCulture, $"{what}, {stored.Started:yyyy-MM-dd HH:mm:ss}");
    }

    private static StoredResult Stored(ResultText text, string label) =>
        new(text.Result.Run, text.Result.StartedUtc, text.Result.MachineKind, Environment.MachineName, label) { Report = text.Json };

    private static IEnumerable<ResultText> Texts(string folder, ICollection<string> notes)
    {
        try
        {
            return [.. HistoryFolder.Texts(folder, BundledExperiments.Explanations, notes)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException($"Cannot read '{folder}': {e.Message.TrimEnd('.')}. Give a folder that holds folders of runs, such "
                + $"as {OutputFolder.Default}.");
        }
    }

    private static Task<ResultStore> OpenAsync(JoinAddress address, CancellationToken cancellationToken) =>
        AskAsync(() => ResultStore.OpenAsync(address, cancellationToken));

    private static async Task<T> AskAsync<T>(Func<Task<T>> ask)
    {
        try
        {
            return await ask();
        }
        catch (LinkBrokenException e)
        {
            throw new UnusableException(e.Message);
        }
    }
}

/// <summary>Where a baseline is looked for.</summary>
/// <param name="Address">The database.</param>
/// <param name="Label">Only results with this label; null for any.</param>
/// <param name="AllowsDifferent">Results of other kinds of machines too.</param>
internal sealed record StoredBaseline(JoinAddress Address, string? Label, bool AllowsDifferent);
