namespace Syncopate.Load;

/// <summary>Chooses the engine.</summary>
public static class LoadEngine
{
    /// <summary>The fastest engine that can drive the target on this machine: event loops for plain HTTP on Linux.</summary>
    /// <param name="target">The server.</param>
    /// <param name="options">Bounds of an answer, and threads; null for the defaults.</param>
    /// <param name="time">Clock of latencies, steps and timeouts; null for the system's.</param>
    public static ILoadEngine Open(HttpTarget target, LoadOptions? options = null, TimeProvider? time = null) => OperatingSystem.IsLinux()
        ? new EventLoopEngine(target, options, time)
        : throw new PlatformNotSupportedException();
}
