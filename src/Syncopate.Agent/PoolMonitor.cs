using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Syncopate.Agent;

/// <summary>Watches the thread pool of the process it runs in, on a thread of its own: a monitor on the pool falls
/// silent just when the pool starves.
/// Sends a frame every 100 ms and on request, writes the classic line every second, and ends the process when the
/// tool's end of the connection is gone.</summary>
internal sealed class PoolMonitor
{
    private const int SampleMilliseconds = 100;
    private const int SamplesPerLine = 10;

    private readonly Socket _tool;
    private readonly Func<DateTimeOffset> _now;

    // Only where the program is one of ours: what another one writes may be read by a third.
    private readonly bool _writesLines;
    private readonly ProcessReader _process;
    private readonly byte[] _frame = new byte[MonitorFrame.Length];
    private readonly byte[] _request = new byte[16];

    private PoolMonitor(ProcessReader process, Socket tool, Func<DateTimeOffset> now, bool writesLines)
    {
        _process = process;
        _tool = tool;
        _now = now;
        _writesLines = writesLines;
    }

    /// <summary>Connects to the tool and starts watching; returns at once. When the tool cannot be reached it is
    /// already dead, and so this process ends.</summary>
    /// <param name="address">Where the tool is.</param>
    /// <param name="now">Clock of the lines that it writes.</param>
    public static void Start(MonitorAddress address, Func<DateTimeOffset> now)
    {
        // What this runtime cannot do fails here, before the tool has heard of this process and counts on it.
        ProcessReader process = new();
        process.Read(requested: false);
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            socket.Connect(IPAddress.Loopback, address.Port);
            socket.Send(MonitorHello.Write(
                address.Token,
                ProcessReader.ProcessId,
                RuntimeInformation.FrameworkDescription,
                Assembly.GetEntryAssembly()?.Location ?? ""));
        }
        catch (SocketException)
        {
            EndProcess();
            return;
        }

        PoolMonitor monitor = new(process, socket, now, writesLines: !address.WithChildren);
        new Thread(monitor.Watch) { IsBackground = true, Name = "Syncopate pool monitor" }.Start();
    }

    private void Watch()
    {
        try
        {
            long next = Stopwatch.GetTimestamp();
            for (long sample = 0; ; sample++)
            {
                MonitorFrame frame = SendFrame(requested: false);
                if (_writesLines && sample % SamplesPerLine == 0)
                    WriteLine(frame);
                next += SampleMilliseconds * Stopwatch.Frequency / 1000;
                if (!ServeRequestsUntil(next))
                    break;
            }
        }
        catch (SocketException)
        {
            // The same as an orderly close: nobody is listening any more.
        }

        EndProcess();
    }

    /// <summary>Answers requests until a point in time; false when the tool has closed the connection.</summary>
    private bool ServeRequestsUntil(long timestamp)
    {
        while (true)
        {
            long left = (timestamp - Stopwatch.GetTimestamp()) * 1_000_000 / Stopwatch.Frequency;
            if (!_tool.Poll((int)Math.Min(Math.Max(left, 0), SampleMilliseconds * 1000), SelectMode.SelectRead))
                return true;
            int count = _tool.Receive(_request);
            if (count == 0)
                return false;
            for (int i = 0; i < count; i++)
                SendFrame(requested: true);
        }
    }

    private MonitorFrame SendFrame(bool requested)
    {
        MonitorFrame frame = _process.Read(requested);
        frame.Write(_frame);
        _tool.Send(_frame);
        return frame;
    }

    private void WriteLine(MonitorFrame frame) => Say(Console.Out, FormattableString.Invariant(
        $"At {_now():HH:mm:ss} - # of threads in use is {frame.InUse}, avail worker: {frame.Available}, ports: {frame.CompletionPorts}"));

    /// <summary>Writes a line to the program's own output. One whose disk is full, or that the program has closed, is the program's affair:
    /// thrown on this thread it would end the program.</summary>
    internal static void Say(TextWriter output, string line)
    {
        try
        {
            output.WriteLine(line);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The next line may be taken.
        }
    }

    /// <summary>Ends the process: in order, so that it can remove its temporary files, and after two seconds by force,
    /// because a starved process may never get there.</summary>
    private static void EndProcess()
    {
        new Thread(static () => Environment.Exit(0)) { IsBackground = true, Name = "Syncopate exit" }.Start();
        using ManualResetEvent never = new(false);
        never.WaitOne(TimeSpan.FromSeconds(2));
        using Process self = Process.GetCurrentProcess();
        self.Kill();
    }
}
