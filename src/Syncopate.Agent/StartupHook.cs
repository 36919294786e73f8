using System.Diagnostics.CodeAnalysis;
using Syncopate.Agent;

/// <summary>Entry point that the runtime calls in a process started with <c>DOTNET_STARTUP_HOOKS</c> set to this assembly, before the
/// process's own <c>Main</c>. The runtime looks for exactly this name outside any namespace.</summary>
[SuppressMessage("Design", "CA1050:Declare types in namespaces", Justification = "The runtime looks for StartupHook in the global namespace.")]
public static class StartupHook
{
    /// <summary>Starts the pool monitor when the tool asked for one; otherwise does nothing. Never throws into the
    /// process it enters.</summary>
    [SuppressMessage("Design", "CA1031:Do not catch general exception types", Justification = "Whatever this runtime lacks, its program runs on, unwatched; thrown here it would end it.")]
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = ".NET Standard 2.0 has no TimeProvider.")]
    public static void Initialize()
    {
        try
        {
            MonitorAddress? address = MonitorAddress.Parse(Environment.GetEnvironmentVariable(MonitorAddress.Variable));
            if (address is not { WithChildren: true })
            {
                // Processes that this one starts are not ours to watch.
                Environment.SetEnvironmentVariable(MonitorAddress.Variable, null);
                // Those of the user its children have, too.
                string[] others = HookList.Without(Environment.GetEnvironmentVariable(HookList.Variable), typeof(StartupHook).Assembly.Location);
                Environment.SetEnvironmentVariable(HookList.Variable, HookList.Join(others));
            }

            if (address is not null)
                PoolMonitor.Start(address, static () => DateTimeOffset.Now);
        }
        catch (Exception)
        {
            // The tool waits for a hello for some seconds and then goes on without.
        }
    }
}
