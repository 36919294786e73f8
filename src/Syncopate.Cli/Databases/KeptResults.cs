using Spectre.Console;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Results;
using Syncopate.Experiments.Bundled;
using Syncopate.Reporting.Gates;

namespace Syncopate.Cli.Databases;

/// <summary>Results in a database, as commands that measure put them there.</summary>
internal static class KeptResults
{
    /// <summary>The results of a database, in the words of the bundled experiments.</summary>
    public static ResultArchive At(JoinAddress address) => new(address, BundledExperiments.Explanations);

    /// <summary>Sees that a result can be put there, before anything is measured.</summary>
    /// <exception cref="ClusterException">It cannot.</exception>
    public static Task CheckAsync(KeepSettings settings) => At(settings.Address).CheckAsync(CancellationToken.None);

    /// <summary>Puts the result of a folder there, and says how it is called.</summary>
    /// <exception cref="ClusterException">It cannot be put there; the message says where it is safe.</exception>
    public static async Task KeepAsync(KeepSettings settings, string folder, Terminal terminal)
    {
        string name = await At(settings.Address).KeepAsync(folder, settings.Label, CancellationToken.None);
        terminal.Error.WriteLine($"Stored: {name} at {settings.Address.Place}");
    }

    /// <summary>The newest result before another one that it can be compared with.</summary>
    /// <exception cref="ClusterException">There is none, or the database cannot be used.</exception>
    public static Task<GateResult> BaselineAsync(
        StoredBaseline baseline, GateResult result, CancellationToken cancellationToken) =>
        At(baseline.Address).BaselineAsync(result, baseline.Label, baseline.AllowsDifferent, cancellationToken);
}

/// <summary>Where a baseline is looked for.</summary>
/// <param name="Address">The database.</param>
/// <param name="Label">Only results with this label; null for any.</param>
/// <param name="AllowsDifferent">Results of other kinds of machines too.</param>
internal sealed record StoredBaseline(JoinAddress Address, string? Label, bool AllowsDifferent);
