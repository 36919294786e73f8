using System.Net;
using Syncopate.Load;
using Syncopate.Running.Loads;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>Two or three URLs that are compared, and where their servers come from.</summary>
/// <param name="Addresses">The URLs, the baseline first.</param>
internal sealed record ComparedUrls(IReadOnlyList<LoadAddress> Addresses)
{
    private static readonly Form[] Forms = [Form.A, Form.B, Form.C];

    /// <summary>For each of them the command that starts its server, in words; null for one that runs already. Those that are not
    /// in the list run.</summary>
    public IReadOnlyList<IReadOnlyList<string>?> Commands { get; init; } = [];

    /// <summary>Hosts beside loopback that may be loaded.</summary>
    public IReadOnlyList<string> AllowedHosts { get; init; } = [];

    /// <summary>Whether an address is of this machine, where servers are started; default <see cref="OwnAddress"/>.</summary>
    internal Func<IPAddress, bool> IsHere { get; init; } = OwnAddress.Is;

    /// <summary>Watches the process of a server that runs already, as <see cref="RunningServer.Watch"/>; null for nobody.</summary>
    public Func<int, CancellationToken, Task<ITargetMonitor?>>? Watch { get; init; }

    /// <summary>The targets, in the order of the URLs.</summary>
    /// <param name="cancellationToken">Gives up looking up a name.</param>
    /// <exception cref="TargetNotAllowedException">A host is not allowed, two servers would want one port, or one that is to be
    /// started is of another machine.</exception>
    /// <exception cref="TargetFailedException">A host is not known.</exception>
    public async Task<IReadOnlyList<ComparedTarget>> TargetsAsync(CancellationToken cancellationToken)
    {
        Dictionary<string, IServerSource> servers = new(StringComparer.Ordinal);
        foreach (IGrouping<string, int> same in Enumerable.Range(0, Addresses.Count).GroupBy(i => Server(Addresses[i])))
            servers[same.Key] = await ServerAsync([.. same], cancellationToken).ConfigureAwait(false);
        return
        [
            .. Addresses.Select((a, i) => new ComparedTarget(Forms[i], Label(i), a.Text, a.Path, servers[Server(a)])),
        ];
    }

    /// <summary>The same, with a copy of its running server for each of them.</summary>
    /// <param name="cancellationToken">Gives up looking up a name.</param>
    /// <exception cref="TargetNotAllowedException">A host is not allowed, or a URL is of another machine.</exception>
    /// <exception cref="TargetFailedException">A server cannot be started once more.</exception>
    public async Task<IReadOnlyList<ComparedTarget>> CopiesAsync(CancellationToken cancellationToken)
    {
        List<ComparedTarget> targets = [];
        for (int i = 0; i < Addresses.Count; i++)
        {
            Uri address = Addresses[i].Base;
            HttpTarget target = await LoadTarget.ResolveAsync(address, AllowedHosts, cancellationToken).ConfigureAwait(false);
            CheckIsHere(target, "--twice starts the server of a URL once more, on this machine");
            targets.Add(new ComparedTarget(
                Forms[i],
                Label(i),
                $"{Addresses[i].Text}, on a copy of its server",
                Addresses[i].Path,
                ServerCopy.Of(Forms[i].ToString(), address, ServerCommand.HostOf(target))));
        }

        return targets;
    }

    /// <summary>The letter, and what distinguishes the URL from the others: the path, without the query that all have, or the
    /// server where all paths are equal.</summary>
    internal string Label(int index)
    {
        LoadAddress own = Addresses[index];
        string[] queries = [.. Addresses.Select(a => a.Path[a.Path.Split('?')[0].Length..])];
        string path = AreEqual(queries) ? own.Path[..^queries[index].Length] : own.Path;
        string told = Differ(a => a.Path) ? path
            : Differ(a => a.Base.Authority) ? own.Base.Authority
            : Differ(Server) ? Server(own)
            : own.Base.Authority + path;
        return $"{Forms[index]} {told}";
    }

    private static bool AreEqual(string[] texts) => texts.Distinct(StringComparer.Ordinal).Count() == 1;

    private bool Differ(Func<LoadAddress, string> part) =>
        Addresses.Select(part).Distinct(StringComparer.Ordinal).Count() == Addresses.Count;

    /// <summary>What is one server: scheme, host and port. One port may speak http to some and https to others.</summary>
    private static string Server(LoadAddress address) => address.Base.GetLeftPart(UriPartial.Authority);

    private async Task<IServerSource> ServerAsync(int[] sharing, CancellationToken cancellationToken)
    {
        Uri address = Addresses[sharing[0]].Base;
        string name = string.Join(" and ", sharing.Select(i => Forms[i]));
        int[] started = [.. sharing.Where(i => Command(i) is not null)];
        if (started.Length > 1)
        {
            throw new TargetNotAllowedException($"{name} are both to be started at {address.Authority}, and one port takes one server. "
                + "Give each a port of its own, in its URL and in its command.");
        }

        HttpTarget target = await LoadTarget.ResolveAsync(address, AllowedHosts, cancellationToken).ConfigureAwait(false);
        if (started is not [int own] || Command(own) is not { } words)
            return new RunningServer(name, target) { Watch = Watch };
        CheckIsHere(target, $"--launch-{Forms[own].InLowerCase()} starts a server on this machine");
        return ServerCommand.Of(name, words, target);
    }

    // Agents elsewhere know a server here by one of the machine's own addresses: those are as good as loopback.
    private void CheckIsHere(HttpTarget target, string what)
    {
        if (!IsHere(target.EndPoint.Address))
        {
            throw new TargetNotAllowedException($"{what}, but {target.BaseAddress.Authority} is another one. "
                + "Use a URL of localhost, or of an address of this machine.");
        }
    }

    private IReadOnlyList<string>? Command(int index) => index < Commands.Count ? Commands[index] : null;
}
