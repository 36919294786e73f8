using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;

namespace Syncopate.Watch.Processes;

/// <summary>Lets the agent into a running process.</summary>
internal static class WatchAgentEntrance
{
    private const int FirstVersion = 8;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    /// <summary>What is missing where the process let the agent in and did not run it.</summary>
    public static string NotRun { get; } = Missing("the process does not run the agent, as a program that is published trimmed does not");

    /// <summary>Lets it in; null when it is there, else a sentence that says what is missing without it.</summary>
    public static async Task<string?> EnterAsync(ProcessIdentity process, CancellationToken cancellationToken)
    {
        if (process.Runtime is { } version && Version.TryParse(version.Split('-')[0], out Version? runtime) && runtime.Major < FirstVersion)
            return Missing($"the agent needs .NET {FirstVersion} in the process, and this is .NET {version}");
        if (ProcessFacts.IsNativeCode(process.Id))
        {
            return "Threads in use, their limits, live awaits and the places of blocked threads are not shown: "
                + "the program was published as native code, which no agent can enter.";
        }

        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Timeout);
        try
        {
            await new DiagnosticsClient(process.Id).ApplyStartupHookAsync(WatchAgentFile.Path, limit.Token).ConfigureAwait(false);
            return null;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return Missing("the process did not let the agent in within 10 s");
        }
        catch (Exception e) when (e is DiagnosticsClientException or IOException or SocketException or UnauthorizedAccessException)
        {
            return Missing($"the process refused the agent ({e.Message.TrimEnd('.')})");
        }
    }

    private static string Missing(string reason) => $"Threads in use, their limits and live awaits are not shown: {reason}.";
}
