namespace Syncopate.Crud.Actions;

/// <summary>How much an <see cref="ActionRunner"/> takes on.</summary>
public sealed record ActionLimits
{
    /// <summary>Actions that run at one time in this process, at least 1. Default 20: each may hold a thread and a
    /// database connection.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is less.</exception>
    public int Running { get; init => field = AtLeastOne(value); } = 20;

    /// <summary>Actions that one owner may have running, at least 1. Default 3.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is less.</exception>
    public int RunningPerOwner { get; init => field = AtLeastOne(value); } = 3;

    /// <summary>Ended actions of one owner that can still be found, at least 1; the oldest is forgotten first. Default 10.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is less.</exception>
    public int RememberedPerOwner { get; init => field = AtLeastOne(value); } = 10;

    /// <summary>Ended actions that can still be found, at least 1; the oldest is forgotten first. Default 1,000.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is less.</exception>
    public int Remembered { get; init => field = AtLeastOne(value); } = 1000;

    private static int AtLeastOne(int value)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
        return value;
    }
}
