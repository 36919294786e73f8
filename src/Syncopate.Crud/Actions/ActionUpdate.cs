namespace Syncopate.Crud.Actions;

/// <summary>What is known of an action in the background at one moment.</summary>
/// <param name="State">Where it stands.</param>
/// <param name="Percent">0 to 100, as the action said last; 100 when it is done.</param>
/// <param name="Message">One sentence for the user; may be empty. Never the text of an exception.</param>
/// <param name="At">When this was so.</param>
public sealed record ActionUpdate(ActionState State, int Percent, string Message, DateTimeOffset At)
{
    /// <summary>What came of it; null while it runs, when it was cancelled and when it ended with an exception.</summary>
    public Result? Result { get; init; }

    /// <summary>True when nothing will come after this.</summary>
    public bool IsOver => State != ActionState.Running;
}

/// <summary>Where an action in the background stands. All but <see cref="Running"/> are final.</summary>
public enum ActionState
{
    /// <summary>It has been started and has not ended; it may have been asked to.</summary>
    Running,

    /// <summary>It ended with a result that is done, perhaps with warnings.</summary>
    Done,

    /// <summary>It ended with a result that is not done, or with an exception.</summary>
    Failed,

    /// <summary>It ended because it was asked to.</summary>
    Cancelled,
}
