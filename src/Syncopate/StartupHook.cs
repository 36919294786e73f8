using System.Diagnostics.CodeAnalysis;
using Syncopate.ThreadPools;

/// <summary>Entry point that the runtime calls in a process started with <c>DOTNET_STARTUP_HOOKS</c> set to this assembly, before the
/// process's own <c>Main</c>. The runtime looks for exactly this name outside any namespace.</summary>
[SuppressMessage("Design", "CA1050:Declare types in namespaces", Justification = "The runtime looks for StartupHook in the global namespace.")]
public static class StartupHook
{
    /// <summary>Starts the pool monitor when the tool asked for one; otherwise does nothing. Never throws into the process it enters.</summary>
    public static void Initialize()
    {
        string? address = Environment.GetEnvironmentVariable(MonitorAddress.Variable);
        bool isAddress = MonitorAddress.TryParse(address, out MonitorAddress? parsed);
        if (parsed is not { WithChildren: true })
        {
            // Processes that this one starts are not ours to watch.
            Environment.SetEnvironmentVariable(MonitorAddress.Variable, null);
            Environment.SetEnvironmentVariable("DOTNET_STARTUP_HOOKS", null);
        }

        if (isAddress && parsed is not null)
            PoolMonitor.Start(parsed, TimeProvider.System);
    }
}
