namespace Syncopate.Crud.Actions;

/// <summary>How far an action is.</summary>
public sealed record ActionProgress
{
    /// <summary>States how far an action is.</summary>
    /// <param name="percent">0 to 100.</param>
    /// <param name="message">What it is doing now, in words for the user; empty when there is nothing to say.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is outside.</exception>
    public ActionProgress(int percent, string message = "")
    {
        ArgumentOutOfRangeException.ThrowIfNegative(percent);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(percent, 100);
        Percent = percent;
        Message = message;
    }

    /// <summary>0 to 100. An action may go back: it learns on the way how much there is to do.</summary>
    public int Percent { get; }

    /// <summary>What it is doing now, in words for the user; may be empty.</summary>
    public string Message { get; }
}
