using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace Syncopate.Crud.Actions;

/// <summary>One action in the background. Safe to use from any thread; it stays readable after it has ended and been forgotten.</summary>
public sealed class ActionRun : IProgress<ActionProgress>
{
    private const string Cancelled = "It was cancelled.";
    private const string Broken = "It ended because of an error in the program. The error has been logged; trying again may not help.";

    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _cancel;
    private readonly Lock _gate = new();

    // The action's thread writes these three, any thread reads them: under the gate. The source is completed and replaced with each update.
    private ActionUpdate _now;
    private TaskCompletionSource _next = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task? _cancelling;

    /// <summary>Owns <paramref name="cancel"/>, and disposes it in <see cref="ReleaseAsync"/>.</summary>
    internal ActionRun(string owner, string name, CancellationTokenSource cancel, TimeProvider time)
    {
        _cancel = cancel;
        _time = time;
        Token = cancel.Token;
        Owner = owner;
        Name = name;
        Started = time.GetUtcNow();
        _now = new ActionUpdate(ActionState.Running, 0, "", Started);
    }

    /// <summary>128 random bits as hexadecimal digits: it can stand in an address, and nobody guesses another's.</summary>
    public string Id { get; } = RandomNumberGenerator.GetHexString(32, lowercase: true);

    /// <summary>Whose it is, as given at the start.</summary>
    public string Owner { get; }

    /// <summary>The name of the action's class.</summary>
    public string Name { get; }

    /// <summary>When it was started.</summary>
    public DateTimeOffset Started { get; }

    /// <summary>What is known at this moment.</summary>
    public ActionUpdate Now
    {
        get
        {
            lock (_gate)
                return _now;
        }
    }

    /// <summary>What ended it when it was an exception, for the log and never for a page; null otherwise.</summary>
    public Exception? Exception { get; private set; }

    /// <summary>
    /// What is known at this moment, then every change, up to the end. May be enumerated at any time and as often as
    /// wanted: a page that is loaded again asks again. Who reads slowly skips what has been overtaken, but never the
    /// end.
    /// </summary>
    public IAsyncEnumerable<ActionUpdate> Updates => WatchAsync(CancellationToken.None);

    /// <summary>Completes, never with an exception, when the action has ended and its scope is disposed. Set once, by
    /// the runner, before anybody else sees the run.</summary>
    internal Task Work { get; set; } = Task.CompletedTask;

    internal CancellationToken Token { get; }

    /// <summary>Asks the action to end, and returns at once. Does nothing when it has ended or has been asked already.</summary>
    public void Cancel()
    {
        lock (_gate)
        {
            // In the background, because the first thing that a cancelled wait does is to go on with the action.
            if (!_now.IsOver)
                _cancelling ??= _cancel.CancelAsync();
        }
    }

    // Only the action itself reports; it is given this run as its progress. Ignored when it has ended.
    void IProgress<ActionProgress>.Report(ActionProgress value) =>
        Publish(now => now with { Percent = value.Percent, Message = value.Message });

    internal void End(Result result) => Publish(now => result.IsDone
        ? now with { State = ActionState.Done, Percent = 100, Message = result.Message, Result = result }
        : now with { State = ActionState.Failed, Message = result.Message, Result = result });

    internal void EndCancelled() => Publish(now => now with { State = ActionState.Cancelled, Message = Cancelled });

    internal void EndBroken(Exception exception)
    {
        Exception = exception;
        Publish(now => now with { State = ActionState.Failed, Message = Broken });
    }

    /// <summary>To be called after the end: nobody can cancel any more.</summary>
    internal async Task ReleaseAsync()
    {
        if (_cancelling is { } cancelling)
            await cancelling.ConfigureAwait(false);
        _cancel.Dispose();
    }

    private void Publish(Func<ActionUpdate, ActionUpdate> change)
    {
        lock (_gate)
        {
            if (_now.IsOver)
                return;

            _now = change(_now) with { At = _time.GetUtcNow() };
            _next.SetResult();
            _next = new(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    private async IAsyncEnumerable<ActionUpdate> WatchAsync([EnumeratorCancellation] CancellationToken token)
    {
        ActionUpdate now;
        do
        {
            Task next;
            lock (_gate)
                (now, next) = (_now, _next.Task);
            yield return now;

            if (!now.IsOver)
                await next.WaitAsync(token).ConfigureAwait(false);
        }
        while (!now.IsOver);
    }
}
