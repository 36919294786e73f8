using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Syncopate.Agent;
using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Tests.ThreadPools;

/// <summary>What enters the servers of others: their runtime may be older than ours, and an assembly that it cannot
/// load would end them.</summary>
[Trait("Judges", "behaviour")]
public sealed class AgentTests
{
    private static string Hook => Path.Combine(AppContext.BaseDirectory, "Syncopate.Agent.dll");

    [Fact]
    public void It_asks_for_nothing_but_what_every_runtime_with_start_up_hooks_has()
    {
        using PEReader assembly = new(File.OpenRead(Hook));
        MetadataReader metadata = assembly.GetMetadataReader();

        IEnumerable<(string, Version Version)> references =
            metadata.AssemblyReferences.Select(metadata.GetAssemblyReference).Select(r =>
                (metadata.GetString(r.Name), r.Version));

        Assert.Equal([("netstandard", new Version(2, 0, 0, 0))], references);
    }

    [Fact]
    public async Task It_is_the_hook_that_servers_are_started_with()
    {
        await using MonitorListener listener = new();
        Dictionary<string, string?> environment = new();

        listener.Expect(environment);

        Assert.Equal(Hook, environment["DOTNET_STARTUP_HOOKS"]);
        Assert.True(File.Exists(Hook));
    }

    [Fact]
    public async Task It_comes_before_the_hooks_of_the_user_and_once()
    {
        await using MonitorListener listener = new();
        Dictionary<string, string?> environment = new() { ["DOTNET_STARTUP_HOOKS"] = $"/theirs.dll{Path.PathSeparator}{Hook}" };

        listener.Expect(environment);

        Assert.Equal($"{Hook}{Path.PathSeparator}/theirs.dll", environment["DOTNET_STARTUP_HOOKS"]);
    }

    [Fact]
    public void It_finds_by_name_what_a_new_runtime_tells()
    {
        MonitorFrame frame = new ProcessReader().Read(requested: true);

        Assert.True(frame.Requested);
        Assert.InRange(frame.Threads, 1, int.MaxValue);
        Assert.InRange(frame.Available, 1, int.MaxValue);
        Assert.InRange(frame.QueueLength, 0, long.MaxValue);
        Assert.InRange(frame.CompletedItems, 1, long.MaxValue);
        Assert.InRange(frame.CpuNanoseconds, 1, (long)Environment.CpuUsage.TotalTime.TotalNanoseconds);
        Assert.InRange(frame.AllocatedBytes, 1, GC.GetTotalAllocatedBytes(precise: true));
        Assert.InRange(frame.CompiledMethods, 1, System.Runtime.JitInfo.GetCompiledMethodCount());
        Assert.Equal(Environment.ProcessId, ProcessReader.ProcessId);
    }

    [Fact]
    public void A_sample_allocates_nothing_in_the_process_it_is_taken_in()
    {
        ProcessReader process = new();
        byte[] bytes = new byte[MonitorFrame.Length];
        process.Read(requested: false).Write(bytes);

        // The runtime may allocate once on this thread, when it replaces a method by faster code; a cost of ours comes every time.
        long least = long.MaxValue;
        for (int run = 0; run < 5; run++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
                process.Read(requested: false).Write(bytes);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.Equal(0, least);
    }
}
