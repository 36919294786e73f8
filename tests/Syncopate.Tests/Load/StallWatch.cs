using System.Diagnostics;

namespace Syncopate.Tests.Load;

/// <summary>A thread beside a measurement which naps a millisecond at a time and notes how late it wakes.</summary>
/// <remarks>Whoever takes the time of a virtual machine or throttles a container shows in no figure of the system inside: /proc/stat calls
/// it idle. A thread that wants next to nothing, and does not even get that, shows it.</remarks>
internal sealed class StallWatch : IDisposable
{
    private const int NapMilliseconds = 1;

    // The timer's own slack, and the turn of a thread that was on the processor first.
    private const double UsualMilliseconds = 4;

    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly Thread _thread;
    private volatile bool _isOver;
    private double _lateMilliseconds; // Belongs to the thread until it has ended.

    public StallWatch()
    {
        _thread = new Thread(Nap) { IsBackground = true, Name = "Stall watch" };
        _thread.Start();
    }

    /// <summary>Ends the watch; the share of its time in which the machine stood still, or was somebody else's.</summary>
    public double End()
    {
        Dispose();
        return _lateMilliseconds / Stopwatch.GetElapsedTime(_began).TotalMilliseconds;
    }

    public void Dispose()
    {
        _isOver = true;
        _thread.Join();
    }

    private void Nap()
    {
        while (!_isOver)
        {
            long slept = Stopwatch.GetTimestamp();
            Thread.Sleep(NapMilliseconds);
            _lateMilliseconds += Math.Max(0, Stopwatch.GetElapsedTime(slept).TotalMilliseconds - UsualMilliseconds);
        }
    }
}
