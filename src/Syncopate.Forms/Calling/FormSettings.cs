using Syncopate.Load;
using Syncopate.Running.Comparing;

namespace Syncopate.Calling;

/// <summary>How forms are measured.</summary>
internal sealed record FormSettings
{
    // Unless the forms are called by users, one call after the other: then a tenth of a microsecond is worth knowing.
    private static readonly TimeSpan FloorAlone = TimeSpan.FromTicks(1);
    private static readonly TimeSpan FloorOfUsers = TimeSpan.FromMicroseconds(100);

    // Replaced by slots as long as the forms demand; the users or the rate stay.
    private static readonly TimeSpan AnyLength = TimeSpan.FromSeconds(1);

    /// <summary>Who calls.</summary>
    public LoadShape Load { get; init; } = new UsersForTime(1, AnyLength);

    /// <summary>True where the load is to be taken as it is.</summary>
    public bool IsLengthFixed => Load is SteppedUsers;

    /// <summary>Time for a row, starts included.</summary>
    public TimeSpan Budget { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Difference below which forms count as equal, in percent.</summary>
    public double MarginPercent { get; init; } = 5;

    /// <summary>Absolute difference below which a ratio is irrelevant; null for the usual one.</summary>
    public TimeSpan? Floor { get; init; }

    /// <summary>0.95 or 0.99.</summary>
    public double Confidence { get; init; } = Looks.Confidence;

    /// <summary>How long a call may take.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>True to compare forms whose results differ.</summary>
    public bool AllowsDifferent { get; init; }

    /// <summary>True to replace the processes every five rounds instead of every ten.</summary>
    public bool IsPrecise { get; init; }

    /// <summary>True for new processes in every round.</summary>
    public bool IsCold { get; init; }

    /// <summary>Seed of the random orders; null to draw one.</summary>
    public ulong? Seed { get; init; }

    /// <summary>Folder of the run; null for a new one.</summary>
    public string? Folder { get; init; }

    /// <summary>True to print one JSON document.</summary>
    public bool Json { get; init; }

    /// <summary>True to draw the verdict as a picture too.</summary>
    public bool Card { get; init; }

    /// <summary>The floor in force.</summary>
    public TimeSpan FloorInForce => Floor ?? (Load is UsersForTime { Users: 1 } ? FloorAlone : FloorOfUsers);

    /// <summary>A comparison by these settings; what is compared is for whoever knows it.</summary>
    public UrlComparison Rule => new()
    {
        Targets = [],
        RequestTo = path => new LoadRequest(path, Load),
        Load = Load,
        IsLengthFixed = IsLengthFixed,
        Budget = Budget,
        MarginPercent = MarginPercent,
        Floor = FloorInForce,
        Confidence = Confidence,
        AllowsDifferentAnswers = AllowsDifferent,
        IsPrecise = IsPrecise,
        IsCold = IsCold,
    };

    /// <summary>The same with this time for everything.</summary>
    public FormSettings LastingAtMost(TimeSpan time)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(time, TimeSpan.FromSeconds(10));
        return this with { Budget = time };
    }

    /// <summary>The same with this difference below which forms count as equal.</summary>
    public FormSettings WithMargin(double percent)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(percent, 0.1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(percent, 50);
        return this with { MarginPercent = percent };
    }

    /// <summary>Users at once.</summary>
    public static LoadShape OfUsers(int users) => new UsersForTime(users, AnyLength);

    /// <summary>Calls per second.</summary>
    public static LoadShape OfRate(double perSecond) => Arrivals.AtRate(perSecond, AnyLength);
}
