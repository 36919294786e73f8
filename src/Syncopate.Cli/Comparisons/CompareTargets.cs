using Syncopate.Cli.Lines;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Loads;
using Syncopate.Running.Servers;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Comparisons;

/// <summary>Makes targets of two or three URLs and of the commands that start their servers.</summary>
internal static class CompareTargets
{
    private static readonly Form[] Forms = [Form.A, Form.B, Form.C];

    /// <summary>The targets, in the order of the line.</summary>
    /// <param name="urls">Two or three.</param>
    /// <param name="commands">For each of them the command that starts its server; null for one that runs already.</param>
    /// <param name="allowedHosts">Hosts beside this machine that may be loaded.</param>
    /// <param name="cancellationToken">Gives up looking up a name.</param>
    /// <exception cref="UsageException">A URL cannot be loaded, or two servers would want one port.</exception>
    /// <exception cref="TargetNotAllowedException">A host is not allowed.</exception>
    /// <exception cref="TargetFailedException">A host is not known.</exception>
    public static async Task<IReadOnlyList<ComparedTarget>> ReadAsync(
        IReadOnlyList<string> urls, IReadOnlyList<string?> commands, IReadOnlyList<string> allowedHosts,
        CancellationToken cancellationToken)
    {
        LoadAddress[] addresses = [.. urls.Select(LineValue.Url)];
        Dictionary<string, IServerSource> servers = new(StringComparer.Ordinal);
        foreach (IGrouping<string, int> same in Enumerable.Range(0, addresses.Length).GroupBy(i => Server(addresses[i])))
            servers[same.Key] = await ServerAsync([.. same], addresses, commands, allowedHosts, cancellationToken);
        return [.. addresses.Select((a, i) => new ComparedTarget(Forms[i], Label(i, addresses), a.Text, a.Path, servers[Server(a)]))];
    }

    /// <summary>The same, with a copy of its running server for each of them.</summary>
    /// <exception cref="UsageException">A URL cannot be loaded, or is of another machine.</exception>
    /// <exception cref="UnusableException">A server cannot be started once more.</exception>
    public static async Task<IReadOnlyList<ComparedTarget>> CopyAsync(IReadOnlyList<string> urls, CancellationToken cancellationToken)
    {
        LoadAddress[] addresses = [.. urls.Select(LineValue.Url)];
        List<ComparedTarget> targets = new();
        for (int i = 0; i < addresses.Length; i++)
        {
            // Without a list of other hosts: a copy runs here.
            await LoadTarget.ResolveAsync(addresses[i].Base, [], cancellationToken);
            try
            {
                targets.Add(new ComparedTarget(
                    Forms[i],
                    Label(i, addresses),
                    $"{addresses[i].Text}, on a copy of its server",
                    addresses[i].Path,
                    ServerCopy.Of(Forms[i].ToString(), addresses[i].Base)));
            }
            catch (TargetFailedException e)
            {
                throw new UnusableException(e.Message);
            }
        }

        return targets;
    }

    /// <summary>What is one server: scheme, host and port. One port may speak http to some and https to others.</summary>
    private static string Server(LoadAddress address) => address.Base.GetLeftPart(UriPartial.Authority);

    /// <summary>The letter, and what tells the URL from the others: the path, without the query that all have, or the
    /// server where all paths are equal.</summary>
    internal static string Label(int index, IReadOnlyList<LoadAddress> addresses)
    {
        LoadAddress own = addresses[index];
        string[] queries = [.. addresses.Select(a => a.Path[a.Path.Split('?')[0].Length..])];
        string path = queries.Distinct(StringComparer.Ordinal).Count() == 1 ? own.Path[..^queries[index].Length] : own.Path;
        bool pathDiffers = addresses.Select(a => a.Path).Distinct(StringComparer.Ordinal).Count() == addresses.Count;
        bool authorityDiffers = addresses.Select(a => a.Base.Authority).Distinct(StringComparer.Ordinal).Count() == addresses.Count;
        bool serverDiffers = addresses.Select(Server).Distinct(StringComparer.Ordinal).Count() == addresses.Count;
        string told = pathDiffers ? path
            : authorityDiffers ? own.Base.Authority
            : serverDiffers ? Server(own)
            : own.Base.Authority + path;
        return $"{Forms[index]} {told}";
    }

    private static async Task<IServerSource> ServerAsync(
        int[] sharing, LoadAddress[] addresses, IReadOnlyList<string?> commands, IReadOnlyList<string> allowedHosts,
        CancellationToken cancellationToken)
    {
        Uri address = addresses[sharing[0]].Base;
        string name = string.Join(" and ", sharing.Select(i => Forms[i]));
        int[] started = [.. sharing.Where(i => commands[i] is not null)];
        if (started.Length > 1)
        {
            throw new UsageException($"{name} are both to be started at {address.Authority}, and one port takes one server. "
                + "Give each a port of its own, in its URL and in its command.");
        }

        HttpTarget target = await LoadTarget.ResolveAsync(address, allowedHosts, cancellationToken);
        if (started is not [int own])
            return new RunningServer(name, target) { Watch = ProcessCounters.TryAttachAsync };
        string option = $"--launch-{Forms[own].InLowerCase()}";
        if (!System.Net.IPAddress.IsLoopback(target.EndPoint.Address))
        {
            throw new UsageException(
                $"{option} starts a server on this machine, but {address.Authority} is another one. Use a URL of localhost.");
        }

        IReadOnlyList<string> words = CommandTokens.Split(option, commands[own] ?? "");
        return new ServerCommand(
            name, words[0], [.. words.Skip(1)], Environment.CurrentDirectory, new Dictionary<string, string>(), EndsInOrder: true)
        {
            Address = address,
        };
    }
}
