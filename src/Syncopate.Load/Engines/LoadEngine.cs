using System.Net;
using Syncopate.Load.Client;
using Syncopate.Load.Http1;

namespace Syncopate.Load.Engines;

/// <summary>Chooses the engine.</summary>
public static class LoadEngine
{
    // What the tool has open itself: its libraries, the journal, the terminal, polls, pipes to servers that it starts.
    private const long OwnFiles = 100;
    private const int OpenFiles = 7; // RLIMIT_NOFILE of Linux.

    /// <summary>How many connections this process may have open at once; null where the system does not say.</summary>
    public static unsafe long? MostConnections
    {
        get
        {
            ulong* softAndHard = stackalloc ulong[2];
            return OperatingSystem.IsLinux() && Libc.GetLimit(OpenFiles, softAndHard) == 0
                ? (long)Math.Min(softAndHard[0], long.MaxValue) - OwnFiles
                : null;
        }
    }

    /// <summary>The fastest engine that can drive the target on this machine: event loops for one request by HTTP/1.1
    /// without TLS on Linux, else the portable one.</summary>
    /// <param name="target">The server.</param>
    /// <param name="options">Bounds of an answer, threads, version and certificates; null for the defaults.</param>
    /// <param name="time">Clock of latencies, steps and timeouts; null for the system's.</param>
    /// <param name="scenario">The sequence of requests that it is to drive; null for one request.</param>
    /// <param name="followsRedirects">Whether it is to follow redirects.</param>
    public static ILoadEngine Open(
        HttpTarget target, LoadOptions? options = null, TimeProvider? time = null, LoadScenario? scenario = null,
        bool followsRedirects = false)
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= new LoadOptions();
        return OperatingSystem.IsLinux()
            && BitConverter.IsLittleEndian
            && !target.IsSecure
            && scenario is null
            && !followsRedirects
            && options.HttpVersion == HttpVersion.Version11
            ? new EventLoopEngine(target, options, time)
            : new HttpClientEngine(target, options, time);
    }
}
