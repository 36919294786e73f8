using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>Runs, loads and programs with forms of their own begin their journals with one record, made in one place.</summary>
public sealed class RunIdentityTests
{
    [Fact]
    public void A_journal_begins_with_what_was_asked_for_when_where_and_of_which_tool()
    {
        using ManualTime time = new();
        Machine machine = new(".NET", "any", "any", 1, 1, null);

        RunHeader header = new RunIdentity("syncopate run", "quick", ["io-bound"], 7, machine).Header(new RunClock(time));

        Assert.Equal((JournalReader.Schema, ToolVersion.Text), (header.Schema, header.ToolVersion));
        Assert.Equal(("syncopate run", "quick", 7ul), (header.Command, header.Mode, header.Seed));
        Assert.Equal(["io-bound"], header.Experiments);
        Assert.Equal(time.GetUtcNow(), header.StartedUtc);
        Assert.Same(machine, header.Machine);
    }
}
