using System.Globalization;
using System.Net;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>A server that runs already, started once more: the same program, arguments, folder and variables, on a port
/// that is free when it starts. The one that runs is left alone.</summary>
/// <param name="Name">What messages call it, such as "A".</param>
/// <param name="Address">Where the one that runs listens, with its port.</param>
/// <param name="FileName">Its program.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="WorkingDirectory">Its working directory.</param>
/// <param name="Environment">Its variables.</param>
internal sealed record ServerCopy(
    string Name, Uri Address, string FileName, IReadOnlyList<string> Arguments, string WorkingDirectory,
    IReadOnlyDictionary<string, string> Environment) : IServerSource
{
    private const string Gone = " (deleted)";

    // What ASP.NET Core reads its addresses from. Those without a prefix win over settings of the app; ports are asked
    // only where no address is given.
    private static readonly string[] Addresses = ["URLS", "ASPNETCORE_URLS"];

    /// <summary>What the host of <see cref="Address"/> means, as <see cref="ServerCommand.Host"/>.</summary>
    public IPAddress? Host { get; init; }

    /// <summary>What is needed to start the server of an address once more.</summary>
    /// <param name="name">What messages call it.</param>
    /// <param name="address">Of this machine, http, with its port.</param>
    /// <param name="host">As <see cref="Host"/>: another process may listen on the same port of another address.</param>
    /// <exception cref="TargetFailedException">It cannot be started once more; the message says why, and what to do instead.</exception>
    public static ServerCopy Of(string name, Uri address, IPAddress? host)
    {
        ArgumentNullException.ThrowIfNull(address);
        if (address.Scheme != Uri.UriSchemeHttp)
            throw Refusal(address, "a copy has no certificate for https");
        int? listener = host is null
            ? ListeningProcess.Find(address.Port)
            : ListeningProcess.Find(new IPEndPoint(host, address.Port));
        if (listener is not { } process)
        {
            throw Refusal(
                address, "no process of yours on this machine is known to listen there (it is looked for in /proc, which Linux has)");
        }

        string folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/");
        try
        {
            string[] words = Parts(folder + "cmdline");
            if (new FileInfo(folder + "exe").LinkTarget is not { } program
                || new FileInfo(folder + "cwd").LinkTarget is not { } directory
                || words.Length == 0)
            {
                throw Refusal(address, $"process {process} does not show how it was started");
            }

            if (program.EndsWith(Gone, StringComparison.Ordinal) || directory.EndsWith(Gone, StringComparison.Ordinal))
                throw Refusal(address, $"the program of process {process}, or its folder, has been replaced since it was started");
            Dictionary<string, string> variables = Parts(folder + "environ")
                .Select(v => v.Split('=', 2))
                .Where(v => v.Length == 2)
                .DistinctBy(v => v[0])
                .ToDictionary(v => v[0], v => v[1], StringComparer.Ordinal);
            return new ServerCopy(name, address, program, words[1..], directory, variables) { Host = host };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Refusal(address, $"process {process} may not be looked into ({e.Message.TrimEnd('.')})");
        }
    }

    /// <inheritdoc/>
    public async Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        return await Command(FreePort.Find()).OpenAsync(run, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>How it is started on a port.</summary>
    internal ServerCommand Command(int port)
    {
        Uri to = new UriBuilder(Address) { Port = port }.Uri;
        Dictionary<string, string> variables = Environment
            .ToDictionary(v => v.Key, v => ServerCommand.Moved(v.Value, Address.Port, port), StringComparer.Ordinal);
        foreach (string name in Addresses)
            variables[name] = to.GetLeftPart(UriPartial.Authority);
        return new ServerCommand(Name, FileName, [.. Words(Arguments, to)], WorkingDirectory, variables, EndsInOrder: true)
        {
            Address = to,
            Host = Host,
            IsPortOurs = true,
        };
    }

    private IEnumerable<string> Words(IReadOnlyList<string> words, Uri to)
    {
        string address = to.GetLeftPart(UriPartial.Authority);
        bool isAddress = false;
        foreach (string word in words)
        {
            int sign = word.IndexOf('=', StringComparison.Ordinal);
            yield return isAddress ? address
                : sign > 0 && IsAddresses(word[..sign]) ? word[..(sign + 1)] + address
                : ServerCommand.Moved(word, Address.Port, to.Port);
            isAddress = IsAddresses(word);
        }
    }

    private static bool IsAddresses(string option) => option.TrimStart('-', '/').Equals("urls", StringComparison.OrdinalIgnoreCase);

    private static string[] Parts(string file) => File.ReadAllText(file).TrimEnd('\0') is { Length: > 0 } text ? text.Split('\0') : [];

    private static TargetFailedException Refusal(Uri address, string reason) => new(
        $"The server at {address.GetLeftPart(UriPartial.Authority)} cannot be started a second time: {reason}. "
            + "Give the commands yourself: --launch-a \"...\" --launch-b \"...\", each with a port of its own.");
}
