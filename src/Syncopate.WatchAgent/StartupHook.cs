using System.Diagnostics.CodeAnalysis;
using Syncopate.WatchAgent;

/// <summary>Entry point that the runtime calls when this assembly is applied to a running process as a start-up hook,
/// or named in <c>DOTNET_STARTUP_HOOKS</c>. The runtime looks for exactly this name outside any namespace.</summary>
[SuppressMessage("Design", "CA1050:Declare types in namespaces", Justification = "The runtime looks for StartupHook in the global namespace.")]
public static class StartupHook
{
    /// <summary>Starts the agent, which idles until a session listens; does nothing when it is in the process already.</summary>
    public static void Initialize() => AgentThread.Start();
}
