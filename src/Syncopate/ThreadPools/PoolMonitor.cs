using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime;

namespace Syncopate.ThreadPools;

/// <summary>Watches the thread pool of the process it runs in, on a thread of its own: a monitor on the pool falls silent just when the pool starves.
/// Sends a frame every 100 ms and on request, writes the classic line every second, and ends the process when the tool's end of the connection is gone.</summary>
internal sealed class PoolMonitor
{
    private const int SampleMilliseconds = 100;
    private const int SamplesPerLine = 10;

    private readonly Socket _tool;
    private readonly TimeProvider _time;

    // Only where the program is one of ours: what another one writes may be read by a third.
    private readonly bool _writesLines;
    private readonly byte[] _frame = new byte[MonitorFrame.Length];
    private readonly byte[] _request = new byte[16];

    private PoolMonitor(Socket tool, TimeProvider time, bool writesLines)
    {
        _tool = tool;
        _time = time;
        _writesLines = writesLines;
    }

    /// <summary>Connects to the tool and starts watching; returns at once. When the tool cannot be reached it is already dead, and so this process ends.</summary>
    public static void Start(MonitorAddress address, TimeProvider time)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            socket.Connect(IPAddress.Loopback, address.Port);
            socket.Send(MonitorHello.Write(address.Token, Environment.ProcessId));
        }
        catch (SocketException)
        {
            EndProcess();
            return;
        }

        var monitor = new PoolMonitor(socket, time, writesLines: !address.WithChildren);
        new Thread(monitor.Watch) { IsBackground = true, Name = "Syncopate pool monitor" }.Start();
    }

    private void Watch()
    {
        try
        {
            long next = Stopwatch.GetTimestamp();
            for (long sample = 0; ; sample++)
            {
                SendFrame(requested: false);
                if (_writesLines && sample % SamplesPerLine == 0)
                    WriteLine();
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
            if (!_tool.Poll((int)Math.Clamp(left, 0, SampleMilliseconds * 1000), SelectMode.SelectRead))
                return true;
            int count = _tool.Receive(_request);
            if (count == 0)
                return false;
            for (int i = 0; i < count; i++)
                SendFrame(requested: true);
        }
    }

    private void SendFrame(bool requested)
    {
        Observe(requested).Write(_frame);
        _tool.Send(_frame);
    }

    private static MonitorFrame Observe(bool requested)
    {
        ThreadPool.GetMaxThreads(out int maximumWorkers, out int maximumPorts);
        ThreadPool.GetAvailableThreads(out int workers, out int ports);
        return new MonitorFrame
        {
            Requested = requested,
            Timestamp = Stopwatch.GetTimestamp(),
            Threads = ThreadPool.ThreadCount,
            InUse = maximumWorkers - workers,
            Available = workers,
            CompletionPorts = maximumPorts - ports,
            QueueLength = ThreadPool.PendingWorkItemCount,
            CompletedItems = ThreadPool.CompletedWorkItemCount,
            CpuNanoseconds = Environment.CpuUsage.TotalTime.Ticks * 100,
            // The exact count stops all threads for a moment: only outside a timed region, which is where the tool asks.
            AllocatedBytes = GC.GetTotalAllocatedBytes(precise: requested),
            Gen0 = GC.CollectionCount(0),
            Gen1 = GC.CollectionCount(1),
            Gen2 = GC.CollectionCount(2),
            CompiledMethods = JitInfo.GetCompiledMethodCount(),
        };
    }

    private void WriteLine()
    {
        MonitorFrame frame = Observe(requested: false);
        Console.Out.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"At {_time.GetLocalNow():HH:mm:ss} - # of threads in use is {frame.InUse}, avail worker: {frame.Available}, ports: {frame.CompletionPorts}"));
    }

    /// <summary>Ends the process: in order, so that it can remove its temporary files, and after two seconds by force, because a starved process may never get there.</summary>
    private static void EndProcess()
    {
        new Thread(static () => Environment.Exit(0)) { IsBackground = true, Name = "Syncopate exit" }.Start();
        using var never = new ManualResetEvent(false);
        never.WaitOne(TimeSpan.FromSeconds(2));
        using Process self = Process.GetCurrentProcess();
        self.Kill();
    }
}
