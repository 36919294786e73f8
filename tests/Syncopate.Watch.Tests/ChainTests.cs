using System.Buffers.Binary;
using System.Collections.Frozen;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Awaits.Chains;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>What .NET 11 tells of async methods, from bytes to calls. With a real process: <see cref="RuntimeTests"/>.</summary>
public sealed class ChainTests
{
    private const ulong Main = 0x7000, Outer = 0x7100, OuterLater = 0x7110, Inner = 0x7200, Other = 0x7300, Wrapper = 0;

    private static readonly FrozenDictionary<ulong, ChainFrame> Frames = new Dictionary<ulong, ChainFrame>
    {
        [Main] = new("Main", null, 0),
        [Outer] = new("Outer", null, 0),
        [OuterLater] = new("Outer", null, 1),
        [Inner] = new("Inner", null, 0),
        [Other] = new("Other", null, 0),
    }.ToFrozenDictionary();

    // Outer awaits Inner, then Other; both wait for something else.
    private static readonly ChainEvent[] InSequence =
    [
        Stack(0, ChainEventKind.Resumed, 1, Main),
        Step(0, ChainEventKind.MethodResumed),
        Stack(50, ChainEventKind.Stands, 1, Wrapper, Inner, Outer, Main),
        Step(50, ChainEventKind.Suspended),
        Stack(250, ChainEventKind.Resumed, 1, Wrapper, Inner, Outer, Main),
        Step(250, ChainEventKind.MethodResumed),
        Step(250, ChainEventKind.MethodCompleted),
        Step(250, ChainEventKind.MethodResumed),
        Step(260, ChainEventKind.MethodCompleted),
        Step(260, ChainEventKind.MethodResumed),
        Stack(300, ChainEventKind.Stands, 1, Wrapper, Other, OuterLater, Main),
        Step(300, ChainEventKind.Suspended),
        Stack(400, ChainEventKind.Resumed, 1, Wrapper, Other, OuterLater, Main),
        Step(400, ChainEventKind.MethodResumed),
        Step(400, ChainEventKind.MethodCompleted),
        Step(400, ChainEventKind.MethodResumed),
        Step(410, ChainEventKind.MethodCompleted),
        Step(410, ChainEventKind.MethodResumed),
        Step(420, ChainEventKind.MethodCompleted),
        Step(420, ChainEventKind.MethodResumed),
        Step(430, ChainEventKind.MethodCompleted),
        Step(430, ChainEventKind.Completed),
    ];

    [Fact]
    public void Calls_of_a_chain_begin_wait_for_one_another_and_end() => AreInSequence(Calls(InSequence), (300, 410));

    /// <summary>As a task that is kept in a variable and awaited by its maker later.</summary>
    [Fact]
    public void What_goes_on_where_a_chain_of_its_own_making_ended_has_waited_for_that()
    {
        IReadOnlyList<CallTrace> calls = Calls(
        [
            Stack(0, ChainEventKind.Resumed, 1, Main), Step(0, ChainEventKind.MethodResumed), Made(20, 2, 1, Wrapper, Inner),
            Stack(30, ChainEventKind.Stands, 1, Wrapper, Main), Step(30, ChainEventKind.Suspended), .. Ends(90, 2, Inner),
            Stack(91, ChainEventKind.Resumed, 1, Wrapper, Main),
        ]);

        Assert.Equal(("Main", "Inner"), (calls[0].Name, calls[0].Waits[^1].On?.Name));
        Assert.Equal(calls[0], calls[1].Parent);
    }

    /// <summary>Two that were made in one piece of work, whose timers fire together.</summary>
    [Fact]
    public void What_goes_on_where_another_has_ended_that_was_made_beside_it_is_not_said_to_have_waited_for_that()
    {
        IReadOnlyList<CallTrace> calls = Calls(
        [
            Stack(0, ChainEventKind.Resumed, 1, Main), Step(0, ChainEventKind.MethodResumed),
            Made(20, 2, 1, Wrapper, Inner), Made(30, 3, 1, Wrapper, Other),
            Stack(30, ChainEventKind.Stands, 1, Wrapper, Main), Step(30, ChainEventKind.Suspended),
            .. Ends(90, 2, Inner), .. Ends(91, 3, Other),
        ]);

        Assert.Null(Assert.Single(calls, call => call.Name == "Other").Waits[^1].On);
    }

    [Fact]
    public void Methods_that_an_exception_leaves_have_ended()
    {
        IReadOnlyList<CallTrace> calls = Calls(
        [
            .. InSequence[..6], Step(255, ChainEventKind.Unwound) with { Addresses = new ulong[3] },
            Step(255, ChainEventKind.MethodResumed),
        ]);

        Assert.Equal([null, 255, 255], calls.Select(call => call.End));
    }

    // Outer awaits Inner, then Other, as state machines: each wait for something else is a chain of its own.
    private static readonly ChainEvent[] MachinesInSequence =
    [
        Machines(0, 1, (Main, 0)),
        Step(0, ChainEventKind.MachineMethodResumed),
        Waits(50, 2, 1),
        Step(55, ChainEventKind.MachineLeft),
        Machines(250, 2, (Inner, 0), (Outer, 0), (Main, 1)),
        Step(250, ChainEventKind.MachineMethodResumed),
        Step(260, ChainEventKind.MachineMethodCompleted),
        Step(260, ChainEventKind.MachineMethodResumed),
        Waits(300, 3, 2),
        Step(305, ChainEventKind.MachineLeft),
        Machines(400, 3, (Other, 0), (Outer, 1), (Main, 1)),
        .. Ended(410), .. Ended(420), .. Ended(430),
        Step(430, ChainEventKind.MachineLeft),
    ];

    [Fact]
    public void State_machines_begin_wait_for_one_another_and_end() =>
        AreInSequence(Calls(MachinesInSequence), (305, 420));

    /// <summary>Main waits for two at once, one of which ends last: Task.WhenAll is none of them.</summary>
    [Fact]
    public void What_is_begun_together_belongs_to_the_call_that_goes_on_with_the_last_of_them()
    {
        IReadOnlyList<CallTrace> calls = Calls(
        [
            Machines(0, 1, (Main, 0)), Step(0, ChainEventKind.MachineMethodResumed),
            Waits(50, 2, 1), Waits(80, 3, 1), Waits(90, 4, 1), Step(90, ChainEventKind.MachineLeft),
            Machines(150, 3, (Other, 0)), .. Ended(160), Step(160, ChainEventKind.MachineLeft),
            Machines(200, 2, (Inner, 0)), .. Ended(210),
            Machines(210, 4, (Outer, 0), (Main, 1)), .. Ended(220), .. Ended(230), Step(230, ChainEventKind.MachineLeft),
            Step(230, ChainEventKind.MachineLeft),
        ]);

        CallTrace outer = Named(calls, "Outer");
        Assert.Equal((0, 220), (outer.Start, outer.End));
        Assert.All((string[])["Inner", "Other"], name => Assert.Equal(outer, Named(calls, name).Parent));
        Assert.Equal("Inner", Assert.Single(outer.Waits).On?.Name);
        Assert.Equal(Named(calls, "Main"), outer.Parent);
    }

    /// <summary>Both of one method: what they call waits at the same await, and neither waits for what the other has begun.</summary>
    [Fact]
    public void Two_calls_of_a_method_in_one_piece_of_work_are_two()
    {
        IReadOnlyList<CallTrace> calls = Calls(
        [
            Machines(0, 1, (Main, 0)), Step(0, ChainEventKind.MachineMethodResumed),
            Waits(10, 2, 1), Waits(20, 3, 1), Step(20, ChainEventKind.MachineLeft),
            Machines(100, 2, (Inner, 0), (Outer, 0)), .. Ended(110), .. Ended(120), Step(120, ChainEventKind.MachineLeft),
            Machines(130, 3, (Inner, 0), (Outer, 0)), .. Ended(140), .. Ended(150), Step(150, ChainEventKind.MachineLeft),
        ]);

        Assert.Equal([120, 150], calls.Where(call => call.Name == "Outer").Select(call => call.End));
    }

    /// <summary>It waits for one after the other, as a loop over tasks does.</summary>
    [Fact]
    public void A_call_that_has_begun_two_others_and_awaits_them_in_turn_is_one()
    {
        IReadOnlyList<CallTrace> calls = Calls(
        [
            Machines(0, 1, (Main, 0)), Step(0, ChainEventKind.MachineMethodResumed),
            Waits(10, 2, 1), Waits(20, 3, 1), Step(20, ChainEventKind.MachineLeft),
            Machines(100, 2, (Inner, 0), (Outer, 0), (Main, 1)), .. Ended(110),
            Step(110, ChainEventKind.MachineMethodResumed), Step(120, ChainEventKind.MachineLeft),
            Machines(130, 3, (Inner, 0), (Outer, 0), (Main, 1)), .. Ended(140), .. Ended(150), .. Ended(160),
            Step(160, ChainEventKind.MachineLeft),
        ]);

        CallTrace outer = Named(calls, "Outer");
        Assert.Equal(150, outer.End);
        Assert.Equal([(10, 110), (120, 150)], outer.Waits.Select(wait => (wait.From, wait.To)));
        Assert.Equal([110, 140], calls.Where(call => call.Name == "Inner").Select(call => call.End));
    }

    /// <summary>Of the program, which awaits a method of .NET that is compiled as runtime async.</summary>
    [Fact]
    public void A_state_machine_has_waited_for_the_runtime_async_call_that_it_made_and_that_ended_where_it_goes_on()
    {
        IReadOnlyList<CallTrace> calls = Calls(
        [
            Machines(0, 1, (Main, 0)), Step(0, ChainEventKind.MachineMethodResumed),
            Made(20, 5, 1, Wrapper, Inner), Waits(30, 2, 1), Step(30, ChainEventKind.MachineLeft),
            .. Ends(90, 5, Inner), Machines(91, 2, (Main, 1)), .. Ended(99), Step(99, ChainEventKind.MachineLeft),
        ]);

        Assert.Equal(("Inner", 30, 99), (calls[0].Waits[^1].On?.Name, calls[0].Waits[^1].From, calls[0].End));
    }

    [Fact]
    public void What_a_thread_has_written_is_read_as_it_was()
    {
        foreach (ChainEvent[] written in (ChainEvent[][])[InSequence, MachinesInSequence])
            Assert.Equal(written.Select(Words), ChainBuffer.Read(Written(written)).Select(Words));
    }

    /// <summary>Of a process that nobody trusts, or of a runtime that is newer.</summary>
    [Fact]
    public void Bytes_that_are_no_events_are_no_fault()
    {
        byte[][] written = [Written(InSequence), Written(MachinesInSequence)];
        Random random = new(11);
        for (int i = 0; i < 20_000; i++)
        {
            byte[] whole = written[i % written.Length];
            byte[] damaged = whole[..random.Next(whole.Length + 1)];
            for (int changes = random.Next(4); changes > 0 && damaged.Length > 0; changes--)
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            _ = Calls([.. ChainBuffer.Read(damaged)]);
        }

        Assert.Empty(ChainBuffer.Read([2, .. written[0][1..]]));
        Assert.Empty(ChainBuffer.Read([]));
    }

    // Outer awaits Inner, then Other, for which it is said when it waited.
    private static void AreInSequence(IReadOnlyList<CallTrace> calls, (double From, double To) second)
    {
        Assert.Equal(["Main", "Inner", "Outer", "Other"], calls.Select(call => call.Name));
        var (main, inner, outer, other) = (calls[0], calls[1], calls[2], calls[3]);
        Assert.Equal((0, 50, 260), (inner.Start, inner.FirstSuspended, inner.End));
        Assert.Equal((0, 50, 420), (outer.Start, outer.FirstSuspended, outer.End));
        Assert.Equal((260, 300, 410), (other.Start, other.FirstSuspended, other.End));
        Assert.Equal(
            [(50, 260, inner, 0), (second.From, second.To, other, 1)],
            outer.Waits.Select(wait => (wait.From, wait.To, wait.On!, wait.State!.Value)));
        Assert.Equal([(50, 250)], inner.Waits.Select(wait => (wait.From, wait.To)));
        Assert.Equal((outer, outer, main), (inner.Parent, other.Parent, outer.Parent));
        Assert.False(main.IsWhole); // It had begun before anybody looked.
    }

    private static IReadOnlyList<CallTrace> Calls(IReadOnlyCollection<ChainEvent> told) =>
        ChainCalls.Of(told, Frames.GetValueOrDefault, timestamp => timestamp);

    private static ChainEvent[] Ends(long at, ulong chain, ulong method) =>
    [
        Stack(at, ChainEventKind.Resumed, chain, Wrapper, method),
        Step(at, ChainEventKind.MethodResumed), Step(at, ChainEventKind.MethodCompleted),
        Step(at, ChainEventKind.MethodResumed), Step(at, ChainEventKind.MethodCompleted), Step(at, ChainEventKind.Completed),
    ];

    private static ChainEvent[] Ended(long at) =>
        [Step(at, ChainEventKind.MachineMethodResumed), Step(at, ChainEventKind.MachineMethodCompleted)];

    private static ChainEvent Waits(long at, ulong chain, ulong parent) => new(at, 7, ChainEventKind.MachineWaits, chain, parent, []);

    private static ChainEvent Machines(long at, ulong chain, params (ulong Address, int State)[] machines) =>
        new(at, 7, ChainEventKind.MachineResumed, chain, 0, [.. machines.Select(machine => machine.Address)])
        {
            States = [.. machines.Select(machine => machine.State)],
        };

    private static CallTrace Named(IReadOnlyList<CallTrace> calls, string name) => Assert.Single(calls, call => call.Name == name);

    private static ChainEvent Step(long at, ChainEventKind kind) => new(at, 7, kind, 0, 0, []);

    private static ChainEvent Stack(long at, ChainEventKind kind, ulong chain, params ulong[] addresses) =>
        new(at, 7, kind, chain, 0, addresses);

    private static ChainEvent Made(long at, ulong chain, ulong parent, params ulong[] addresses) =>
        new(at, 7, ChainEventKind.Made, chain, parent, addresses);

    private static string Words(ChainEvent told) =>
        $"{told.Timestamp} {told.Thread} {told.Kind} {told.Chain} {told.Parent} {string.Join(' ', told.Addresses)} "
            + string.Join(' ', told.States);

    // As the runtime writes them: version, length, context, thread, count, first and last time; then kind, time passed, length, payload.
    private static byte[] Written(IReadOnlyList<ChainEvent> events)
    {
        List<byte> bytes = [1, .. new byte[8], 7, .. new byte[27]];
        long last = 0;
        foreach (ChainEvent told in events)
        {
            List<byte> payload = [];
            if (told.Kind == ChainEventKind.MachineWaits)
            {
                Number(payload, told.Parent);
                Number(payload, told.Chain);
            }
            else if (told.Addresses.Count > 0)
            {
                payload.AddRange([0, 0, (byte)told.Addresses.Count]);
                if (told.Kind == ChainEventKind.Made)
                    Number(payload, told.Parent);
                Number(payload, told.Chain);
                long before = 0;
                for (int i = 0; i < told.Addresses.Count; i++)
                {
                    long address = (long)told.Addresses[i];
                    Number(payload, i == 0 ? (ulong)address : Signed(address - before));
                    before = address;
                    if (told.States.Count > 0)
                        Number(payload, Signed(told.States[i]));
                }
            }

            bytes.Add((byte)told.Kind);
            Number(bytes, (ulong)(told.Timestamp - last));
            last = told.Timestamp;
            if (told.Kind == ChainEventKind.MachineWaits)
                bytes.AddRange([(byte)payload.Count, .. payload]);
            else if (payload.Count > 0)
                bytes.AddRange([(byte)payload.Count, (byte)(payload.Count >> 8), .. payload]);
        }

        byte[] written = [.. bytes];
        BinaryPrimitives.WriteInt32LittleEndian(written.AsSpan(1), written.Length);
        return written;
    }

    private static ulong Signed(long number) => (ulong)((number << 1) ^ (number >> 63));

    private static void Number(List<byte> bytes, ulong number)
    {
        for (; number > 0x7F; number >>= 7)
            bytes.Add((byte)(number | 0x80));
        bytes.Add((byte)number);
    }
}
