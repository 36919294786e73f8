using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Syncopate.Load.Http1;

/// <summary>The system calls of Linux which the event loop makes; man pages of section 2. Numbers are those of x64 and
/// arm64, where they agree.</summary>
/// <remarks>Receiving and sending never block, so that no signal interrupts them, and take a few microseconds, so the runtime may wait that
/// long for them: without the transition of the garbage collector a request costs two pairs of atomic writes less. Waiting may block and
/// keeps it.</remarks>
internal static unsafe partial class Libc
{
    public const int StreamSocket = 1 | NonBlocking | CloseOnExec;
    public const int NonBlocking = 0x800;
    public const int CloseOnExec = 0x80000;

    public const int ProtocolTcp = 6;
    public const int NoDelay = 1;
    public const int SocketLevel = 1;
    public const int SocketError = 4;
    public const int Linger = 13;

    public const int DontWait = 0x40;
    public const int NoSignal = 0x4000;
    public const int Peek = 0x2;

    public const int WouldBlock = 11;
    public const int TooManyFiles = 24;
    public const int TooManyFilesInSystem = 23;
    public const int BrokenPipe = 32;
    public const int NotImplemented = 38;
    public const int NotPermitted = 1;
    public const int AddressNotAvailable = 99;
    public const int NetworkUnreachable = 101;
    public const int ConnectionAborted = 103;
    public const int ConnectionReset = 104;
    public const int TimedOut = 110;
    public const int ConnectionRefused = 111;
    public const int HostUnreachable = 113;
    public const int InProgress = 115;

    public const int SetTimerSlack = 29;

    [LibraryImport("libc", EntryPoint = "socket")]
    public static partial int Socket(int family, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "connect")]
    public static partial int Connect(int socket, byte* address, uint addressBytes);

    [LibraryImport("libc", EntryPoint = "setsockopt")]
    public static partial int SetSocketOption(int socket, int level, int option, void* value, uint valueBytes);

    [LibraryImport("libc", EntryPoint = "getsockopt")]
    public static partial int GetSocketOption(int socket, int level, int option, void* value, uint* valueBytes);

    [LibraryImport("libc", EntryPoint = "send"), SuppressGCTransition]
    public static partial nint Send(int socket, byte* bytes, nint count, int flags);

    [LibraryImport("libc", EntryPoint = "recv"), SuppressGCTransition]
    public static partial nint Receive(int socket, byte* bytes, nint count, int flags);

    [LibraryImport("libc", EntryPoint = "close")]
    public static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    public static partial SafeFileHandle CreatePoll(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl")]
    public static partial int ControlPoll(SafeFileHandle poll, int operation, int descriptor, byte* registration);

    [LibraryImport("libc", EntryPoint = "epoll_wait")]
    public static partial int WaitMilliseconds(int poll, byte* events, int capacity, int milliseconds);

    [LibraryImport("libc", EntryPoint = "epoll_pwait2")]
    public static partial int WaitNanoseconds(int poll, byte* events, int capacity, long* secondsAndNanoseconds, nint signals);

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    public static partial SafeFileHandle CreateEvent(uint count, int flags);

    [LibraryImport("libc", EntryPoint = "write")]
    public static partial nint Write(SafeFileHandle file, byte* bytes, nint count);

    [LibraryImport("libc", EntryPoint = "getrlimit")]
    public static partial int GetLimit(int resource, ulong* softAndHard);

    [LibraryImport("libc", EntryPoint = "prctl")]
    public static partial int ControlProcess(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);

    /// <summary>What the last call on this thread failed with. To be read at once.</summary>
    public static int LastError => Marshal.GetLastSystemError();

    /// <summary>The finding of a failed call on a connection.</summary>
    public static string FindingOf(int error) => error switch
    {
        ConnectionRefused => Findings.ConnectionRefused,
        ConnectionReset or ConnectionAborted or BrokenPipe => Findings.ConnectionReset,
        TimedOut => Findings.TimedOut,
        AddressNotAvailable => Findings.NoFreePort,
        TooManyFiles or TooManyFilesInSystem => Findings.TooManyFiles,
        NetworkUnreachable or HostUnreachable => Findings.Unreachable,
        _ => Findings.SocketError(error),
    };
}
