namespace Syncopate.Running;

/// <summary>A process without which a slot is void: a server that is measured, or one behind it.</summary>
internal interface INeededProcess
{
    /// <summary>Completes when the process has ended, for whatever reason.</summary>
    Task Died { get; }

    /// <summary>What to say to the user when it can no longer be used; null as long as it can.</summary>
    /// <param name="time">Clock of silences.</param>
    string? FindFailure(TimeProvider time);
}
