namespace Syncopate.Crud.Actions;

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
