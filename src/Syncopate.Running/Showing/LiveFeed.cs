using Syncopate.Histograms;
using Syncopate.Judging;
using Syncopate.Load;
using Syncopate.Running.Machines;
using Syncopate.Units;

namespace Syncopate.Running.Showing;

/// <summary>Reports a run while it goes on, for a page that draws it: a line of JSON four times a second in
/// <c>live.jsonl</c> of its folder, and obeys what is written into <c>control.jsonl</c> there. Files, not pipes: whoever
/// reads them may die and come again, and the run does not notice. What requests do is reported only while somebody follows it.</summary>
/// <remarks>The journal is the result; this is gone when the run is over.</remarks>
internal sealed class LiveFeed : IProgress<RunProgress>, IAsyncDisposable
{
    /// <summary>Name of the file that is read.</summary>
    public const string FileName = "live.jsonl";

    /// <summary>Name of the file that is obeyed.</summary>
    public const string ControlName = "control.jsonl";

    /// <summary>Name of the file that whoever follows makes again and again, at least once in three seconds; removed whenever it is
    /// seen. It has no content, and no time of a clock that could be another one's.</summary>
    public const string FollowedName = "followed";

    /// <summary>What is reported while a decided question waits for another one.</summary>
    public const string Resting = "resting";

    /// <summary>Environment variable that asks for it, when it is 1.</summary>
    public const string Variable = "SYNCOPATE_LIVE";

    // All users that are drawn may begin at once, and each has a request then.
    private const int MarksPerFrame = RequestRing.MostUsers;
    private const long MostBytes = 64L << 20;

    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(10);

    // A picture is drawn 0.9 s late, and what is in it has its own times: fewer lines cost less and show the same. The first slot
    // of a run is drawn 0.3 s late.
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(240);
    private static readonly TimeSpan Opening = TimeSpan.FromMilliseconds(80);

    // After so long without a sign nobody follows; so long, too, is waited for the first one.
    private static readonly TimeSpan Unfollowed = TimeSpan.FromSeconds(8);

    private readonly RunClock _clock;
    private readonly LiveLines _lines;
    private readonly LiveControl _control;
    private readonly Func<RoundStanding, Decision, string> _words;
    private readonly string _folder;
    private readonly CancellationTokenSource _end = new();
    private readonly Task _sending;

    // One for all slots: it is half a megabyte, which this process would else collect while it measures. Written by engines, read by
    // whoever writes a slot's line.
    private readonly RequestRing _ring = new();
    private LiveSlot? _slot; // Set by the runner, read by the teller; volatile access.
    private volatile bool _isFollowed = true; // Set by the teller, read by the runner.
    private long _seen; // The teller's: when somebody was last known to follow.
    // The runner's: of how many users one was drawn in the last slot of a form that was drawn in part. The next one is drawn alike from
    // its first moment on.
    private readonly Dictionary<(string Experiment, Form Form), int> _every = [];
    private string? _experiment; // The runner's.
    private int _slots; // The runner's.

    /// <param name="folder">Folder of the run.</param>
    /// <param name="clock">Clock of the run.</param>
    /// <param name="words">A verdict in words.</param>
    public LiveFeed(string folder, RunClock clock, Func<RoundStanding, Decision, string> words)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentNullException.ThrowIfNull(clock);
        _folder = folder;
        _clock = clock;
        _words = words;
        _lines = new LiveLines(Path.Combine(folder, FileName), MostBytes);
        _control = new LiveControl(Path.Combine(folder, ControlName));
        _lines.Write(new RunningProcess(Measures: true, IsDrawn: true).Write);
        _seen = clock.Provider.GetTimestamp();
        _sending = SendAsync(_end.Token);
    }

    /// <summary>Cancelled when the reader asks the run to stop.</summary>
    public CancellationToken Stopped => _control.Stopped;

    /// <summary>Users that the reader asks for; null before it has.</summary>
    public int? Users => _control.Users;

    /// <summary>Waits while the reader wants a pause, and no longer than ten minutes: it may have gone. Between two slots: a slot that
    /// has begun is measured. The time budget of the run stands still meanwhile.</summary>
    public async Task AwaitTurnAsync(CancellationToken cancellationToken)
    {
        if (!_control.IsPaused)
            return;
        Say("paused");
        _clock.Hold();
        try
        {
            await _control.AwaitAsync(static control => !control.IsPaused, cancellationToken)
                .WaitAsync(LongestPause, _clock.Provider, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            _control.Resume();
            Say("going on after ten minutes of pause");
        }
        finally
        {
            _clock.Release();
        }
    }

    /// <summary>Waits until the reader asks for another number of users than these, or for the same again.</summary>
    public Task AwaitUsersAsync(CancellationToken cancellationToken)
    {
        int asked = _control.Asked;
        return _control.AwaitAsync(control => control.Asked != asked, cancellationToken);
    }

    /// <summary>Says in a few words what happens now.</summary>
    public void Say(string stage) => _lines.Write(json =>
    {
        json.WriteString("k", "stage");
        json.WriteString("text", stage);
    });

    /// <inheritdoc/>
    public void Report(RunProgress value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (value.Asked is { } experiment && experiment.Id != _experiment)
            Introduce(experiment);
        if (value.Standing is { } standing)
        {
            _lines.Write(json => LiveEvents.Round(json, value.Asked, standing, standing.Decided is { } decision
                ? _words(standing, decision) : null));
        }
        else
        {
            _lines.Write(json => LiveEvents.Stage(json, value));
        }
    }

    /// <summary>A slot begins.</summary>
    internal LiveSlot Begin(LiveSlotPlace place, ILoadEngine? engine, PoolWatch? pool)
    {
        int number = ++_slots;
        _lines.Write(json =>
        {
            json.WriteString("k", "slot");
            json.WriteNumber("n", number);
            json.WriteNumber("began", Math.Round(Nanoseconds.ToMilliseconds(_clock.ElapsedNanoseconds), 1));
            json.WriteString("x", place.Experiment);
            json.WriteString("form", place.Form.InLowerCase());
            json.WriteString("kind", place.Kind.ToString().ToLowerInvariant());
            json.WriteNumber("round", place.Round);
            json.WriteNumber("users", place.Users);
        });
        LiveSlot slot = new(number, engine, pool, _clock.Provider, _ring)
        {
            Users = place.Users,
            IsAtRate = place.IsAtRate,
            Every = _every.GetValueOrDefault((place.Experiment, place.Form), 1),
        };
        _ring.Want(_isFollowed ? MarksPerFrame : 0, slot.Every);
        Interlocked.Exchange(ref _slot, slot)?.End(); // There is one where the last slot was given up.
        return slot;
    }

    /// <summary>It has ended, and this is what was measured.</summary>
    internal void End(Slot slot)
    {
        if (Interlocked.Exchange(ref _slot, null) is { } last)
        {
            // A request whose end is not reported would wait in the picture forever, also for whoever comes back to it.
            if (_isFollowed || last.IsTold)
                _lines.Write(last);
            last.End();
            if (last.IsPart)
                _every[(slot.Experiment, slot.Form)] = last.Every;
        }

        _lines.Write(json => LiveEvents.Measured(json, slot, _slots, HistogramCodec.Decode(slot.Histogram)));
    }

    private void Introduce(Experiment experiment)
    {
        _experiment = experiment.Id;
        _lines.Write(json => LiveEvents.Experiment(json, experiment));
    }

    private async Task SendAsync(CancellationToken cancellationToken)
    {
        using PeriodicTimer timer = new(Opening, _clock.Provider);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false))
            {
                _control.Read();
                _isFollowed = IsFollowed();
                if (Volatile.Read(ref _slot) is not { } slot)
                    continue;
                if (slot.Number > 1 && timer.Period != Period)
                    timer.Period = Period;
                if (!_isFollowed)
                    continue;
                _lines.Write(slot);
                if (ReferenceEquals(slot, Volatile.Read(ref _slot))) // The next one has asked for its own.
                    _ring.Want(MarksPerFrame, slot.Every);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The run is over.
        }
    }

    private bool IsFollowed()
    {
        if (!File.Exists(Path.Combine(_folder, FollowedName)))
            return _clock.Provider.GetElapsedTime(_seen) < Unfollowed;
        _seen = _clock.Provider.GetTimestamp();
        RemoveSign();
        return true;
    }

    private void RemoveSign()
    {
        try
        {
            File.Delete(Path.Combine(_folder, FollowedName));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // While it runs it is seen again the next time, and somebody is taken to follow; at its end an empty file is left.
        }
    }

    /// <summary>Reports that the run is over, and removes its files.</summary>
    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync().ConfigureAwait(false);
        await _sending.ConfigureAwait(false);
        _lines.Write(static json => json.WriteString("k", "end"));
        _lines.Dispose();
        _control.Dispose();
        _end.Dispose();
        File.Delete(Path.Combine(_folder, FileName));
        File.Delete(Path.Combine(_folder, ControlName));
        RemoveSign(); // Last: whoever makes it afterwards finds no feed, and removes it.
    }
}
