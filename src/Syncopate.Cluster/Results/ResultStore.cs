using System.Runtime.CompilerServices;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cluster.Results;

/// <summary>Results of many machines and builds in one database. What is in it is never changed: a result that comes again is the same
/// one.</summary>
internal sealed class ResultStore : IAsyncDisposable
{
    // Reports have some hundred kilobytes each: a statement that reads more of them could take longer than one may.
    private const int MostAtOnce = 20;

    private readonly PostgresSession _session;

    private ResultStore(PostgresSession session) => _session = session;

    /// <summary>Opens the store, and makes its table where it is missing.</summary>
    /// <exception cref="Links.LinkBrokenException">Nobody answers.</exception>
    /// <exception cref="ClusterException">It will not do, however often it is tried.</exception>
    public static async Task<ResultStore> OpenAsync(JoinAddress address, CancellationToken cancellationToken) =>
        new(await PostgresSession.OpenAsync(address, "syncopate results", cancellationToken).ConfigureAwait(false));

    /// <summary>Sees that results can be kept, before there is one.</summary>
    /// <exception cref="Links.LinkBrokenException">The database takes none, now.</exception>
    /// <exception cref="ClusterException">The role may keep none.</exception>
    public async Task CheckAddAsync(CancellationToken cancellationToken)
    {
        const string MayAdd = "select has_any_column_privilege('syncopate.result', 'insert')";
        await _session.CheckWritableAsync(cancellationToken).ConfigureAwait(false);
        if (!await _session.ReadOneAsync(MayAdd, r => r.GetBoolean(0), cancellationToken).ConfigureAwait(false))
        {
            throw new ClusterException("The role of this connection may not store results. Let the owner of the database allow it: grant "
                + $"{ClusterRoles.Results} to ROLE");
        }
    }

    /// <summary>Keeps a result.</summary>
    /// <returns>False when it was there already; then nothing is changed.</returns>
    public async Task<bool> AddAsync(StoredResult result, CancellationToken cancellationToken)
    {
        List<int> added = await _session.ReadAsync(
            """
            insert into syncopate.result (run, started, machine, host, label, report) values ($1, $2, $3, $4, $5, $6)
                on conflict (run) do nothing returning 1
            """,
            r => r.GetInt32(0),
            cancellationToken,
            result.Run,
            result.Started.UtcDateTime,
            result.Machine,
            result.Host,
            result.Label,
            result.Report).ConfigureAwait(false);
        return added.Count > 0;
    }

    /// <summary>How many results there are.</summary>
    public Task<long> CountAsync(CancellationToken cancellationToken) =>
        _session.ReadOneAsync("select count(*) from syncopate.result", r => r.GetInt64(0), cancellationToken);

    /// <summary>What is known of results without their reports, the newest first.</summary>
    public Task<List<StoredResult>> FindAsync(ResultQuery query, CancellationToken cancellationToken) => _session.ReadAsync(
        """
        select run, started, machine, host, label from syncopate.result
            where ($1 = '' or machine = $1) and ($2 = '' or label = $2) and started < $3
            order by started desc, id desc limit $4
        """,
        r => new StoredResult(r.GetGuid(0), new DateTimeOffset(r.GetDateTime(1), TimeSpan.Zero), r.GetString(2), r.GetString(3),
            r.GetString(4)),
        cancellationToken,
        query.Machine ?? "",
        query.Label ?? "",
        (query.Before ?? DateTimeOffset.MaxValue).UtcDateTime,
        query.Most);

    /// <summary>The same results with their reports, in their order, some at a time.</summary>
    public async IAsyncEnumerable<StoredResult> ReadAsync(
        IReadOnlyList<StoredResult> results, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (StoredResult[] some in results.Chunk(MostAtOnce))
        {
            List<(Guid Run, string Report)> reports = await _session.ReadAsync(
                "select run, report from syncopate.result where run = any ($1)",
                r => (r.GetGuid(0), r.GetString(1)),
                cancellationToken,
                some.Select(result => result.Run).ToArray()).ConfigureAwait(false);
            Dictionary<Guid, string> texts = reports.ToDictionary(report => report.Run, report => report.Report);
            foreach (StoredResult result in some.Where(result => texts.ContainsKey(result.Run)))
                yield return result with { Report = texts[result.Run] };
        }
    }

    public ValueTask DisposeAsync() => _session.DisposeAsync();
}
