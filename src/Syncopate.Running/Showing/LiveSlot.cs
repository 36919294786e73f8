using System.Text.Json;
using Syncopate.Agent;
using Syncopate.Load;
using Syncopate.Running.Machines;

namespace Syncopate.Running.Showing;

/// <summary>The slot under way, as it is drawn.</summary>
internal sealed class LiveSlot
{
    // What can be followed with the eye is less, and each costs the browser, which may have the processors of what is measured.
    private const double MostPerSecond = 300;

    // Before this a few answers that come at once would be a fast load, and be drawn in part for good.
    private static readonly TimeSpan Least = TimeSpan.FromMilliseconds(200);

    private readonly ILoadEngine? _engine;
    private readonly PoolWatch? _pool;
    private readonly TimeProvider _time;
    private readonly long _started;
    private readonly LoadProgress _before;
    // Of one line, kept for the next one: this process has the processors of what is measured. Under the lock of the lines.
    private readonly Dictionary<(int User, long Begun), RequestMark> _ends = [];
    // The teller's, or of whoever writes the last line: both under the lock of the lines. So are the next one, IsPart and IsTold.
    private int _every = 1;
    private bool _hasGaps; // Whether requests were left out of users who are drawn.
    private volatile bool _isOver; // Set by the runner, read by the teller.

    /// <param name="number">Of the slot within the run, from 1.</param>
    /// <param name="engine">What drives it; null for work of its own. It still has the progress of the load before.</param>
    /// <param name="pool">The server's pool; null when that is not known.</param>
    /// <param name="time">The clock.</param>
    /// <param name="ring">Where the engine writes down what its first requests do; one slot after the other uses it.</param>
    public LiveSlot(int number, ILoadEngine? engine, PoolWatch? pool, TimeProvider time, RequestRing ring)
    {
        Ring = ring;
        Number = number;
        _engine = engine;
        _pool = pool;
        _time = time;
        _before = engine?.Progress ?? default;
        _started = time.GetTimestamp();
        _ = (ring.TakeLeftOut(), ring.TakeMissed()); // Of the slot before.
    }

    /// <summary>Its number within the run, from 1.</summary>
    public int Number { get; }

    /// <summary>Its users at once at the most.</summary>
    public int Users { get; init; } = 1;

    /// <summary>Whether its requests are due at a rate: any of them may be drawn, however many are in flight at once.</summary>
    public bool IsAtRate { get; init; }

    /// <summary>Of so many users one is to be drawn. It only grows: a picture that had now more, now fewer users would show changes
    /// that the load does not have.</summary>
    public int Every
    {
        get => _every;
        init => _every = value;
    }

    /// <summary>Whether requests of it were left out, of those users who are drawn at the most.</summary>
    public bool IsPart { get; private set; }

    /// <summary>Whether requests of it were reported: their ends must be, too.</summary>
    public bool IsTold { get; private set; }

    /// <summary>Where the engine writes down what its first requests do.</summary>
    public RequestRing Ring { get; }

    private int Drawable => IsAtRate ? Users : Math.Min(Users, RequestRing.MostUsers);

    /// <summary>All of it has been written: what comes into the ring from now on is of the slot after it.</summary>
    public void End() => _isOver = true;

    /// <summary>Writes what is known now, and what requests did since the last time.</summary>
    public void Write(Utf8JsonWriter json)
    {
        IsTold = true;
        json.WriteStartObject();
        json.WriteString("k", "f");
        json.WriteNumber("n", Number);
        json.WriteNumber("t", Milliseconds(_time.GetTimestamp()));
        // Until the load begins, the engine has the progress of the one before.
        if (_engine?.Progress is { } progress && progress != _before)
        {
            json.WriteNumber("ok", progress.Answers);
            json.WriteNumber("bad", progress.Errors);
            json.WriteNumber("fly", progress.InFlight);
            Thin(progress);
        }

        IsPart |= Ring.TakeLeftOut();
        int drawn = (Drawable + _every - 1) / _every;
        if (drawn < Users && (IsPart || Drawable < Users))
            json.WriteNumber("u", drawn);
        _hasGaps |= Ring.TakeMissed();
        if (_hasGaps)
            json.WriteBoolean("gaps", true);
        if (_pool?.Latest is { } frame)
            WritePool(json, frame);
        json.WriteStartArray("e");
        if (!_isOver)
            WriteMarks(json, Ring.Read());
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private void Thin(LoadProgress progress)
    {
        TimeSpan elapsed = _time.GetElapsedTime(_started);
        double drawable = (progress.Answers + progress.Errors) * ((double)Drawable / Users);
        if (elapsed < Least)
            return;
        double every = Math.Ceiling(drawable / elapsed.TotalSeconds / MostPerSecond);
        _every = Math.Max(_every, (int)Math.Min(RequestRing.MostUsers, every));
    }

    /// <summary>A request that was sent and ended since the last time is reported once, where it was sent.</summary>
    private void WriteMarks(Utf8JsonWriter json, IReadOnlyList<RequestMark> marks)
    {
        _ends.Clear();
        foreach (RequestMark mark in marks)
        {
            if (mark.Ended is not null)
                _ends[(mark.User, mark.Begun)] = mark;
        }

        foreach (RequestMark mark in marks)
        {
            if (mark.Begun < _started)
                continue; // A request of the slot before may have ended after it.
            if (_ends.Remove((mark.User, mark.Begun), out RequestMark end))
                WriteMark(json, end);
            else if (mark.Ended is null)
                WriteMark(json, mark);
        }
    }

    private static void WritePool(Utf8JsonWriter json, MonitorFrame frame)
    {
        json.WriteNumber("thr", frame.Threads);
        json.WriteNumber("use", frame.InUse);
        json.WriteNumber("q", frame.QueueLength);
    }

    /// <summary>[user, sent] for one that was sent, [user, sent, served or -1, ended, good] for one that ended.</summary>
    private void WriteMark(Utf8JsonWriter json, RequestMark mark)
    {
        json.WriteStartArray();
        json.WriteNumberValue(mark.User);
        json.WriteNumberValue(Milliseconds(mark.Begun));
        if (mark.Ended is { } ended)
        {
            json.WriteNumberValue(mark.Served is { } served ? Milliseconds(served) : -1);
            json.WriteNumberValue(Milliseconds(ended));
            json.WriteNumberValue(mark.IsGood ? 1 : 0);
        }

        json.WriteEndArray();
    }

    // Tenths: a tenth of a millisecond is less than a picture shows.
    private double Milliseconds(long timestamp) => Math.Round(_time.GetElapsedTime(_started, timestamp).TotalMilliseconds, 1);
}
