using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Journaling;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Reporting.Measured;
using Syncopate.Running;
using Syncopate.Texts;

namespace Syncopate.Cluster.Results;

/// <summary>Results in a database, between their folders and what is judged and drawn of them.</summary>
/// <param name="address">The database.</param>
/// <param name="explanations">What experiments say in words of their own.</param>
internal sealed class ResultArchive(JoinAddress address, Explanations explanations)
{
    // As many as below a folder.
    private const int MostDrawn = 1_000;

    // A baseline is the newest that fits; what lies further back belongs to another time.
    private const int MostSearched = 100;

    /// <summary>Sees that a result can be put there, before anything is measured.</summary>
    /// <exception cref="ClusterException">It cannot.</exception>
    public Task CheckAsync(CancellationToken cancellationToken) => UseAsync(
        async store =>
        {
            await store.CheckAddAsync(cancellationToken).ConfigureAwait(false);
            return true;
        },
        cancellationToken);

    /// <summary>Puts the result of a folder there.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="label">What was measured; may be empty.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>What the result is called there.</returns>
    /// <exception cref="ClusterException">It cannot be put there; the message says where it is safe.</exception>
    public async Task<string> KeepAsync(string folder, string label, CancellationToken cancellationToken)
    {
        try
        {
            StoredResult result = Stored(ResultText.Read(folder, explanations), label);
            await UseAsync(store => store.AddAsync(result, cancellationToken), cancellationToken).ConfigureAwait(false);
            return Name(result);
        }
        catch (Exception e) when (e is ClusterException or FormatException or JournalException or IOException)
        {
            throw new ClusterException($"The result was not stored: {e.Message.TrimEnd('.')}. It is safe in {folder}; put it there later: "
                + $"syncopate history --store --add {ShellWord.Quoted(folder)}");
        }
    }

    /// <summary>Puts every result below folders there.</summary>
    /// <param name="folders">The folders.</param>
    /// <param name="label">What was measured; may be empty.</param>
    /// <param name="notes">Gets what was left out, one sentence each.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>How many were new, and how many there already.</returns>
    /// <exception cref="ClusterException">A folder cannot be read, or the database not be used.</exception>
    public Task<(int Added, int Known)> AddAsync(
        IReadOnlyList<string> folders, string label, ICollection<string> notes, CancellationToken cancellationToken) =>
        UseAsync(store => AddAsync(store, folders, label, notes, cancellationToken), cancellationToken);

    /// <summary>The history of all results that are there, up to a thousand of the newest.</summary>
    /// <param name="notes">What is known of them already; gets what was left out, one sentence each.</param>
    /// <param name="seed">Seed of the permutations that judge changes.</param>
    /// <param name="figures">As <see cref="HistoryBuilder.Build"/> takes them.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="ClusterException">There is none, or the database cannot be used.</exception>
    public async Task<HistoryReport> HistoryAsync(
        List<string> notes, ulong seed, IReadOnlyList<Figure> figures, CancellationToken cancellationToken)
    {
        List<GateResult> results = await UseAsync(
            store => ReadAsync(store, notes, cancellationToken), cancellationToken).ConfigureAwait(false);
        return results.Count > 0
            ? HistoryBuilder.Build(results, notes, seed, figures)
            : throw new ClusterException($"There is no result at {address.Place} yet. "
                + "Put some there: syncopate history --store --add "
                + $"{NewFolder.Parent}, or measure with --store. {string.Join(' ', notes)}".TrimEnd());
    }

    /// <summary>The newest result before another one that asked the same on the same kind of machine.</summary>
    /// <param name="result">The other one.</param>
    /// <param name="label">Only results with this label; null for any.</param>
    /// <param name="allowsDifferent">True for results of other kinds of machines too.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="ClusterException">There is none, or the database cannot be used.</exception>
    public async Task<GateResult> BaselineAsync(
        GateResult result, string? label, bool allowsDifferent, CancellationToken cancellationToken)
    {
        ResultQuery query = new()
        {
            Machine = allowsDifferent ? null : result.MachineKind,
            Label = label,
            Before = result.StartedUtc,
            Most = MostSearched,
        };
        GateResult? found = await UseAsync(
            store => FindAsync(store, query, result, allowsDifferent, cancellationToken), cancellationToken)
            .ConfigureAwait(false);
        return found ?? throw NoBaseline(result, label, allowsDifferent);
    }

    private ClusterException NoBaseline(GateResult result, string? label, bool allowsDifferent)
    {
        string labelled = label is { } text ? $" labelled '{text}'" : "";
        string machine = allowsDifferent ? "" : $" on {result.MachineKind}";
        return new ClusterException($"The results at {address.Place} have no baseline for {result.Path}: no earlier, "
            + $"complete result{labelled} with one of its forms under the same load{machine}. Put one there: measure the older state with "
            + "--store, or syncopate history --store --add DIR");
    }

    private async Task<(int Added, int Known)> AddAsync(
        ResultStore store, IReadOnlyList<string> folders, string label, ICollection<string> notes,
        CancellationToken cancellationToken)
    {
        (int added, int known) = (0, 0);
        foreach (string folder in folders)
        {
            int before = added + known;
            foreach (ResultText text in Texts(folder, notes))
            {
                bool isNew = await store.AddAsync(Stored(text, label), cancellationToken).ConfigureAwait(false);
                (added, known) = isNew ? (added + 1, known) : (added, known + 1);
            }

            if (added + known == before)
            {
                throw new ClusterException($"There is no result below '{folder}'. Give a folder that holds folders of runs, such as "
                    + $"{NewFolder.Parent}. {string.Join(' ', notes)}".TrimEnd());
            }
        }

        return (added, known);
    }

    private static async Task<List<GateResult>> ReadAsync(
        ResultStore store, List<string> notes, CancellationToken cancellationToken)
    {
        long count = await store.CountAsync(cancellationToken).ConfigureAwait(false);
        if (count > MostDrawn)
        {
            notes.Add(string.Create(
                CultureInfo.InvariantCulture, $"{count:#,0} results are stored; the newest {MostDrawn:#,0} are drawn."));
        }

        ResultQuery query = new() { Most = MostDrawn };
        List<StoredResult> found = await store.FindAsync(query, cancellationToken).ConfigureAwait(false);
        List<GateResult> results = [];
        await foreach (StoredResult stored in store.ReadAsync(found, cancellationToken).ConfigureAwait(false))
        {
            if (Parse(stored, notes) is { } result)
                results.Add(result);
        }

        return results;
    }

    private static async Task<GateResult?> FindAsync(
        ResultStore store, ResultQuery query, GateResult result, bool allowsDifferent,
        CancellationToken cancellationToken)
    {
        List<string> unread = [];
        List<StoredResult> older = await store.FindAsync(query, cancellationToken).ConfigureAwait(false);
        StoredResult[] others = [.. older.Where(one => one.Run != result.Run)];
        await foreach (StoredResult stored in store.ReadAsync(others, cancellationToken).ConfigureAwait(false))
        {
            if (Parse(stored, unread) is { } whole && whole.IsBaselineOf(result, allowsDifferent))
                return whole;
        }

        return null;
    }

    private static GateResult? Parse(StoredResult stored, List<string> notes)
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
        new(text.Result.Run, text.Result.StartedUtc, text.Result.MachineKind, Environment.MachineName, label)
        {
            Report = text.Json,
        };

    private List<ResultText> Texts(string folder, ICollection<string> notes)
    {
        try
        {
            return [.. HistoryFolder.Texts(folder, explanations, notes)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ClusterException($"Cannot read '{folder}': {e.Message.TrimEnd('.')}. Give a folder that holds folders of runs, such "
                + $"as {NewFolder.Parent}.");
        }
    }

    private async Task<T> UseAsync<T>(Func<ResultStore, Task<T>> use, CancellationToken cancellationToken)
    {
        try
        {
            ResultStore store = await ResultStore.OpenAsync(address, cancellationToken).ConfigureAwait(false);
            await using ConfiguredAsyncDisposable end = store.ConfigureAwait(false);
            return await use(store).ConfigureAwait(false);
        }
        catch (LinkBrokenException e)
        {
            throw new ClusterException(e.Message);
        }
    }
}
