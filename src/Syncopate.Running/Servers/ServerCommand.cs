using System.Globalization;
using System.Net;
using Syncopate.Load;

namespace Syncopate.Running.Servers;

/// <summary>How to start a server that writes "Now listening on: http://…" when it is ready, as every ASP.NET Core
/// application does; or one that listens at a known address.</summary>
/// <param name="Name">What messages call it, such as "SampleSite (sync)".</param>
/// <param name="FileName">The program.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="WorkingDirectory">Its working directory.</param>
/// <param name="Environment">Variables added to the tool's own.</param>
/// <param name="EndsInOrder">True when the server has something to remove: it is asked to stop and given time before it is killed.</param>
internal sealed record ServerCommand(
    string Name,
    string FileName,
    IReadOnlyList<string> Arguments,
    string WorkingDirectory,
    IReadOnlyDictionary<string, string> Environment,
    bool EndsInOrder) : IServerSource
{
    private const int MostAttempts = 5;

    /// <summary>Where a program of the user's will listen: it is ready when this address answers, it may be of any
    /// kind, and what it starts ends with it.
    /// Null, the default, for a program that writes where it listens.</summary>
    public Uri? Address { get; init; }

    /// <summary>What the host of <see cref="Address"/> means: looked up and allowed once, and not again. Null, the default, where that is
    /// localhost, or a number of loopback.</summary>
    public IPAddress? Host { get; init; }

    /// <summary>What it writes before its address when it is ready; default what every ASP.NET Core application writes.</summary>
    public string ReadyMark { get; init; } = "Now listening on: ";

    /// <summary>What it writes before a complete sentence that says why it ends by itself; null, the default, for a program
    /// of which only the last lines can be shown.</summary>
    public string? FailureMark { get; init; }

    /// <summary>True when the port of <see cref="Address"/> is one that was free when the tool looked, and that nobody
    /// asked for: when another program has taken it since, the server gets another one. False by default.</summary>
    public bool IsPortOurs { get; init; }

    /// <summary>A user's command, whose server will listen where a URL says.</summary>
    /// <param name="name">What messages call it.</param>
    /// <param name="words">Program and arguments; at least the program.</param>
    /// <param name="target">The server of the URL, on this machine.</param>
    public static ServerCommand Of(string name, IReadOnlyList<string> words, HttpTarget target)
    {
        ArgumentNullException.ThrowIfNull(words);
        ArgumentNullException.ThrowIfNull(target);
        return new ServerCommand(
            name, words[0], [.. words.Skip(1)], System.Environment.CurrentDirectory, new Dictionary<string, string>(), EndsInOrder: true)
        {
            Address = target.BaseAddress,
            Host = HostOf(target),
        };
    }

    /// <summary><see cref="Host"/> of a server that is to be started where a target is.</summary>
    internal static IPAddress? HostOf(HttpTarget target) =>
        // Which of the two addresses that name means was asked of who listens now, and that is not yet the one that is started.
        target.BaseAddress.IdnHost == "localhost" ? null : target.EndPoint.Address;

    /// <inheritdoc/>
    public async Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        ServerCommand command = this;
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                return await run.StartServerAsync(command, cancellationToken).ConfigureAwait(false);
            }
            catch (TargetFailedException e) when (e.IsPortTaken && IsPortOurs && attempt < MostAttempts)
            {
                command = command.On(FreePort.Find());
            }
        }
    }

    /// <summary>The same server at another port: its address, arguments and variables name that one.</summary>
    internal ServerCommand On(int port)
    {
        if (Address is not { } address)
            return this;
        return this with
        {
            Address = new UriBuilder(address) { Port = port }.Uri,
            Arguments = [.. Arguments.Select(word => Moved(word, address.Port, port))],
            Environment = Environment
                .ToDictionary(v => v.Key, v => Moved(v.Value, address.Port, port), StringComparer.Ordinal),
        };
    }

    /// <summary>A text in which the port is another: the whole of it, or what follows a colon.</summary>
    internal static string Moved(string text, int fromPort, int toPort)
    {
        string from = fromPort.ToString(CultureInfo.InvariantCulture);
        string to = toPort.ToString(CultureInfo.InvariantCulture);
        if (text == from)
            return to;
        string named = ':' + from;
        int at = -1;
        while ((at = text.IndexOf(named, at + 1, StringComparison.Ordinal)) >= 0)
        {
            int end = at + named.Length;
            if (end == text.Length || !char.IsAsciiDigit(text[end]))
                text = text[..(at + 1)] + to + text[end..];
        }

        return text;
    }
}
