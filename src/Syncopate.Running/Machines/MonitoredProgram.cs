using Syncopate.Runtimes;

namespace Syncopate.Running.Machines;

/// <summary>What a monitored process runs.</summary>
/// <param name="Runtime">As its runtime calls itself, such as ".NET 10.0.12".</param>
/// <param name="Path">Path of its entry assembly; empty where it has none.</param>
internal sealed record MonitoredProgram(string Runtime, string Path)
{
    /// <summary>The record of it.</summary>
    /// <param name="experiment">Id of the experiment; null for a load.</param>
    /// <param name="form">The form it serves; null for a load.</param>
    public ServerRuntime ToRecord(string? experiment, Form? form)
    {
        AsyncMethodCount? methods = OwnAssemblies.CountAsyncMethods(Path);
        return new ServerRuntime(experiment, form, Runtime, methods?.StateMachines, methods?.RuntimeAsync);
    }
}
