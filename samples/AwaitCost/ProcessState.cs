using System.Runtime;

namespace AwaitCost;

/// <summary>What the process has used since it began.</summary>
/// <param name="CompiledMethods">Methods that the JIT compiled; code that came compiled is not among them.</param>
/// <param name="Compiling">Time that the JIT took.</param>
/// <param name="Processor">Processor time of all threads.</param>
/// <param name="AllocatedBytes">Bytes on the managed heap.</param>
/// <param name="Assemblies">Assemblies that are loaded.</param>
internal readonly record struct ProcessState(long CompiledMethods, TimeSpan Compiling, TimeSpan Processor, long AllocatedBytes, int Assemblies)
{
    /// <summary>The state, once everything that asks for it has been compiled.</summary>
    public static ProcessState Warm()
    {
        _ = System.Diagnostics.Stopwatch.GetTimestamp();
        _ = Take().Since(Take());
        return Take();
    }

    public static ProcessState Take()
    {
        int assemblies = AppDomain.CurrentDomain.GetAssemblies().Length;
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        return new ProcessState(JitInfo.GetCompiledMethodCount(), JitInfo.GetCompilationTime(), Environment.CpuUsage.TotalTime, bytes, assemblies);
    }

    public ProcessState Since(ProcessState before) => new(
        CompiledMethods - before.CompiledMethods,
        Compiling - before.Compiling,
        Processor - before.Processor,
        AllocatedBytes - before.AllocatedBytes,
        Assemblies - before.Assemblies);
}
