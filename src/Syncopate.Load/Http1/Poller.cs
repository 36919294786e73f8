using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using Syncopate.Units;

namespace Syncopate.Load.Http1;

/// <summary>Waits for many connections at once, by Linux's epoll. Edge-triggered: a connection is registered once and
/// told of once for each time something new comes.
/// That saves the kernel to look again at each one that was reported, and two calls per request that readers of the level
/// would make.</summary>
/// <remarks>One thread uses it; any thread may call <see cref="Wake"/>.</remarks>
internal sealed unsafe class Poller : IDisposable
{
    /// <summary>Token of the event that <see cref="Wake"/> causes.</summary>
    public const long Wakened = -1;

    /// <summary>Bytes, or the end of all bytes, have come.</summary>
    public const uint Readable = 0x1;

    /// <summary>A connection is made, or has room again.</summary>
    public const uint Writable = 0x4;

    /// <summary>The other side sends nothing more, or the connection is broken.</summary>
    public const uint Ending = 0x8 | 0x10 | 0x2000;

    private const uint EdgeTriggered = 0x8000_0000;
    private const int Add = 1;
    private const int Modify = 3;
    private const int Capacity = 512;

    // struct epoll_event is packed on x64 only (sys/epoll.h): 4 bytes of flags, then 8 bytes of ours at 4 or at 8.
    private static readonly bool IsPacked = RuntimeInformation.ProcessArchitecture == Architecture.X64;
    private static readonly int DataOffset = IsPacked ? 4 : 8;
    private static readonly int EventBytes = DataOffset + 8;

    private readonly SafeFileHandle _poll = Check(Libc.CreatePoll(Libc.CloseOnExec), "epoll_create1");
    private readonly SafeFileHandle _wake = Check(Libc.CreateEvent(0, Libc.CloseOnExec | Libc.NonBlocking), "eventfd");
    private readonly byte[] _events = GC.AllocateArray<byte>(Capacity * EventBytes, pinned: true);
    // Waited on without asking the handle: that counts its users by two interlocked operations for each wait. Only the thread that waits
    // closes it, or another one when that has ended.
    private readonly int _descriptor;
    private bool _coarse; // The kernel has no epoll_pwait2 (before 5.11), or a sandbox forbids it.

    /// <summary>Waits in nanoseconds where the kernel can.</summary>
    public Poller()
        : this(isCoarse: false)
    {
    }

    /// <param name="isCoarse">Whether to wait in milliseconds from the start, as on a kernel that knows nothing finer.</param>
    internal Poller(bool isCoarse)
    {
        _coarse = isCoarse;
        _descriptor = _poll.DangerousGetHandle().ToInt32();
        Register(_wake.DangerousGetHandle().ToInt32(), Wakened, Add, Readable | EdgeTriggered);
    }

    /// <summary>Reports of a connection from now on, with the token given here; never <see cref="Wakened"/>.</summary>
    public void Register(int descriptor, long token) => Register(descriptor, token, Add, Readable | Writable | Ending | EdgeTriggered);

    /// <summary>Reports once more what was not dealt with to its end.</summary>
    public void Again(int descriptor, long token) => Register(descriptor, token, Modify, Readable | Writable | Ending | EdgeTriggered);

    /// <summary>How many events there are; waits for the first at most so long. Less than 0 waits without end.</summary>
    public int Wait(long nanoseconds)
    {
        // Not of the array itself, of which the compiler would ask each time whether there is one.
        fixed (byte* events = &MemoryMarshal.GetArrayDataReference(_events))
        {
            int ready = _coarse ? WaitCoarsely(events, nanoseconds) : WaitFinely(events, nanoseconds);
            return Math.Max(ready, 0); // A signal came; the caller looks at the clock and waits again.
        }
    }

    /// <summary>What has happened, of the event at a place.</summary>
    public uint FlagsAt(int place) => Unsafe.ReadUnaligned<uint>(ref _events[place * EventBytes]);

    /// <summary>To whom it has happened.</summary>
    public long TokenAt(int place) => Unsafe.ReadUnaligned<long>(ref _events[place * EventBytes + DataOffset]);

    /// <summary>Ends the current wait, or else the next one. Any thread.</summary>
    public void Wake()
    {
        long one = 1;
        _ = Libc.Write(_wake, (byte*)&one, sizeof(long)); // Fails only when it has been woken 2^64 times.
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _poll.Dispose();
        _wake.Dispose();
    }

    private int WaitFinely(byte* events, long nanoseconds)
    {
        long* limit = stackalloc long[2];
        (limit[0], limit[1]) = Nanoseconds.Split(nanoseconds);
        try
        {
            int ready = Libc.WaitNanoseconds(_descriptor, events, Capacity, nanoseconds < 0 ? null : limit, 0);
            if (ready >= 0 || Libc.LastError is not (Libc.NotImplemented or Libc.NotPermitted))
                return ready;
        }
        catch (EntryPointNotFoundException)
        {
            // An older C library.
        }

        _coarse = true;
        return WaitCoarsely(events, nanoseconds);
    }

    // Rounds up: late is measured and reported, early would be a spin.
    private int WaitCoarsely(byte* events, long nanoseconds) =>
        Libc.WaitMilliseconds(
            _descriptor, events, Capacity,
            nanoseconds < 0 ? -1 : (int)Math.Min(Nanoseconds.ToWholeMilliseconds(nanoseconds), int.MaxValue));

    private void Register(int descriptor, long token, int operation, uint flags)
    {
        byte* registration = stackalloc byte[16];
        Unsafe.WriteUnaligned(registration, flags);
        Unsafe.WriteUnaligned(registration + DataOffset, token);
        if (Libc.ControlPoll(_poll, operation, descriptor, registration) != 0)
            throw Failure("epoll_ctl", Libc.LastError);
    }

    private static SafeFileHandle Check(SafeFileHandle handle, string call) =>
        handle.IsInvalid ? throw Failure(call, Marshal.GetLastPInvokeError()) : handle;

    private static IOException Failure(string call, int error) =>
        new(FormattableString.Invariant($"{call} failed: {Marshal.GetPInvokeErrorMessage(error)} (error {error})."));
}
