using System.Net;

namespace Syncopate.Load;

/// <summary>Chooses the engine.</summary>
public static class LoadEngine
{
    /// <summary>The fastest engine that can drive the target on this machine: event loops for one request by HTTP/1.1 without TLS on Linux, else the portable one.</summary>
    /// <param name="target">The server.</param>
    /// <param name="options">Bounds of an answer, threads, version and certificates; null for the defaults.</param>
    /// <param name="time">Clock of latencies, steps and timeouts; null for the system's.</param>
    /// <param name="scenario">The sequence of requests that it is to drive; null for one request.</param>
    public static ILoadEngine Open(HttpTarget target, LoadOptions? options = null, TimeProvider? time = null, LoadScenario? scenario = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= new LoadOptions();
        return OperatingSystem.IsLinux() && BitConverter.IsLittleEndian && !target.IsSecure && scenario is null && options.HttpVersion == HttpVersion.Version11
            ? new EventLoopEngine(target, options, time)
            : new HttpClientEngine(target, options, time);
    }
}
