namespace Syncopate.Calling;

/// <summary>A form on one row of arguments, in the process in which it is called.</summary>
internal abstract class FormWork
{
    /// <summary>What is called.</summary>
    public abstract FormDescription Description { get; }

    /// <summary>Calls it once for its result; makes its state at the first call.</summary>
    /// <param name="stop">Given to the call.</param>
    public abstract Task<object?> AnswerAsync(CancellationToken stop);

    /// <summary>Calls it once and says how long it held its caller, from the call to the task; all of the time for a
    /// form that gives none.</summary>
    /// <param name="stop">Given to the call.</param>
    public abstract Task<CallTimes> TimeAsync(CancellationToken stop);

    /// <summary>Begins the calls of one caller, one after the other, until the load has enough.</summary>
    /// <param name="caller">From 0.</param>
    /// <param name="load">The load.</param>
    public abstract Task CallAsync(int caller, CallLoad load);

    /// <summary>The same for a caller who is alone: its calls go through no queue, and are timed together where one is
    /// too short for the clock.</summary>
    /// <param name="load">The load.</param>
    public abstract Task CallAloneAsync(CallLoad load);

    /// <summary>One call of an open load, whenever its caller has a turn; ends when the turns do.</summary>
    /// <param name="caller">Who waits for turns.</param>
    /// <param name="load">The load.</param>
    public abstract Task CallInTurnsAsync(OpenCaller caller, CallLoad load);
}

/// <summary>How long a call took, in timestamps.</summary>
/// <param name="Held">From the call to the task that it gave.</param>
/// <param name="Whole">From the call to its end.</param>
/// <param name="WasDone">Whether the task was done when it was given.</param>
/// <param name="BusyMilliseconds">Of the time held, in which its thread worked or waited for a processor; null where the
/// system does not report it.</param>
internal readonly record struct CallTimes(long Held, long Whole, bool WasDone, double? BusyMilliseconds);
