using Syncopate.Journaling;
using Syncopate.Running;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>Runs, loads and programs with forms of their own begin their journals with one record, made in one place.</summary>
public sealed class RunIdentityTests
{
    [Fact]
    public void A_journal_begins_with_what_was_asked_for_when_where_and_of_which_tool()
    {
        Machine machine = new(".NET", "any", "any", 1, 1, null);

        RunHeader header = new RunIdentity("syncopate run", "quick", ["io-bound"], 7, machine).Header(new RunClock(new Stopped()));

        Assert.Equal((JournalReader.Schema, ToolVersion.Text), (header.Schema, header.ToolVersion));
        Assert.Equal(("syncopate run", "quick", 7ul), (header.Command, header.Mode, header.Seed));
        Assert.Equal(["io-bound"], header.Experiments);
        Assert.Equal(Stopped.Now, header.StartedUtc);
        Assert.Same(machine, header.Machine);
    }

    private sealed class Stopped : TimeProvider
    {
        public static readonly DateTimeOffset Now = new(2026, 11, 28, 9, 30, 0, TimeSpan.Zero);

        public override DateTimeOffset GetUtcNow() => Now;
    }
}
