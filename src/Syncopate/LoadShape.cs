using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>How many users send how much, each with exactly one request in flight while it is active (a closed loop);
/// or at which rate requests are due (an open loop).</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "shape")]
[JsonDerivedType(typeof(UsersTimesLoops), "usersTimesLoops")]
[JsonDerivedType(typeof(UsersForTime), "usersForTime")]
[JsonDerivedType(typeof(SteppedUsers), "steppedUsers")]
[JsonDerivedType(typeof(Arrivals), "arrivals")]
[JsonDerivedType(typeof(CallsInProcess), "callsInProcess")]
[JsonDerivedType(typeof(WholeProcesses), "wholeProcesses")]
public abstract record LoadShape
{
    /// <summary>The most users that are active, or requests that are in flight, at once; at least 1.</summary>
    [JsonIgnore]
    public abstract int MaximumUsers { get; }
}

/// <summary>Every user sends a fixed number of requests, one after the other, and is done.</summary>
public sealed record UsersTimesLoops : LoadShape
{
    /// <param name="users">Users at once, 1 to 10,000.</param>
    /// <param name="loops">Requests of each user, 1 to 1,000,000.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public UsersTimesLoops(int users, int loops)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(users, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(users, 10_000);
        ArgumentOutOfRangeException.ThrowIfLessThan(loops, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(loops, 1_000_000);
        Users = users;
        Loops = loops;
    }

    /// <summary>Users at once, 1 to 10,000.</summary>
    public int Users { get; }

    /// <summary>Requests of each user, 1 to 1,000,000.</summary>
    public int Loops { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => Users;
}

/// <summary>A fixed number of users send requests, one after the other, until the time is over; requests in flight then
/// still finish and count.</summary>
public sealed record UsersForTime : LoadShape
{
    /// <param name="users">Users at once, 1 to 10,000.</param>
    /// <param name="duration">How long new requests are sent; above zero, at most 24 h.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public UsersForTime(int users, TimeSpan duration)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(users, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(users, 10_000);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(duration, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(duration, TimeSpan.FromHours(24));
        Users = users;
        Duration = duration;
    }

    /// <summary>Users at once, 1 to 10,000.</summary>
    public int Users { get; }

    /// <summary>How long new requests are sent.</summary>
    public TimeSpan Duration { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => Users;
}

/// <summary>Users are added in steps: <see cref="Start"/> at first, <see cref="Step"/> more every
/// <see cref="StepDuration"/>, until <see cref="Maximum"/>; the last step lasts as long as the others.</summary>
public sealed record SteppedUsers : LoadShape
{
    /// <param name="start">Users in the first step, 1 to 10,000.</param>
    /// <param name="step">Users added each step, at least 1.</param>
    /// <param name="maximum">Users in the last step, from <paramref name="start"/> to 10,000.</param>
    /// <param name="stepDuration">Length of a step; above zero, at most 1 h.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public SteppedUsers(int start, int step, int maximum, TimeSpan stepDuration)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(start, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(step, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maximum, start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(maximum, 10_000);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(stepDuration, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(stepDuration, TimeSpan.FromHours(1));
        Start = start;
        Step = step;
        Maximum = maximum;
        StepDuration = stepDuration;
    }

    /// <summary>Users in the first step.</summary>
    public int Start { get; }

    /// <summary>Users added each step.</summary>
    public int Step { get; }

    /// <summary>Users in the last step.</summary>
    public int Maximum { get; }

    /// <summary>Length of each step.</summary>
    public TimeSpan StepDuration { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => Maximum;

    /// <summary>Number of steps, the last one included.</summary>
    [JsonIgnore]
    public int StepCount => (Maximum - Start + Step - 1) / Step + 1;

    /// <summary>Length of all steps together.</summary>
    [JsonIgnore]
    public TimeSpan Duration => StepDuration * StepCount;
}

/// <summary>Requests are due at a rate, whatever the server does (an open loop): evenly spaced at a constant rate, or
/// at one that rises or falls evenly.
/// Latency counts from when a request was due, so that a pause of the server counts against every request that was due during it.</summary>
public sealed record Arrivals : LoadShape
{
    private const double HighestPerSecond = 1_000_000;

    /// <param name="fromPerSecond">Rate at the start, above 0, at most 1,000,000 requests per second.</param>
    /// <param name="toPerSecond">Rate at the end, in the same range; equal to <paramref name="fromPerSecond"/> for a constant rate.</param>
    /// <param name="duration">How long requests are due; above zero, at most 24 h.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public Arrivals(double fromPerSecond, double toPerSecond, TimeSpan duration)
    {
        Check(fromPerSecond, nameof(fromPerSecond));
        Check(toPerSecond, nameof(toPerSecond));
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(duration, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(duration, TimeSpan.FromHours(24));
        FromPerSecond = fromPerSecond;
        ToPerSecond = toPerSecond;
        Duration = duration;
    }

    /// <summary>Requests per second at the start.</summary>
    public double FromPerSecond { get; }

    /// <summary>Requests per second at the end.</summary>
    public double ToPerSecond { get; }

    /// <summary>How long requests are due; what is in flight then still finishes and counts.</summary>
    public TimeSpan Duration { get; }

    /// <summary>Most requests in flight at once, 1 to 10,000; default 1,000. What is due beyond that is sent as soon as
    /// an answer makes room; its latency counts from when it was due, and it is counted apart, as one that overflowed.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public int MaximumInFlight
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 10_000);
            field = value;
        }
    } = 1_000;

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => MaximumInFlight;

    /// <summary>A constant rate.</summary>
    /// <param name="perSecond">Requests per second, above 0, at most 1,000,000.</param>
    /// <param name="duration">How long requests are due; above zero, at most 24 h.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public static Arrivals AtRate(double perSecond, TimeSpan duration) => new(perSecond, perSecond, duration);

    private static void Check(double perSecond, string name)
    {
        if (!(perSecond > 0 && perSecond <= HighestPerSecond)) // False for NaN too.
            throw new ArgumentOutOfRangeException(name, perSecond, "A rate is above 0 and at most 1,000,000 requests per second.");
    }
}

/// <summary>One caller inside the server's process calls the work itself, one call after the other: no request, no
/// queue, nothing in flight beside it.</summary>
internal sealed record CallsInProcess : LoadShape
{
    /// <param name="calls">Timed calls in a slot, 1 to 1000.</param>
    /// <param name="loopLength">How often each of them calls the method that is asked about, 1 to 1000: a loop is timed
    /// as a whole where one call is too short for the clock.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public CallsInProcess(int calls, int loopLength = 1)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(calls, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(calls, 1000);
        ArgumentOutOfRangeException.ThrowIfLessThan(loopLength, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(loopLength, 1000);
        Calls = calls;
        LoopLength = loopLength;
    }

    /// <summary>Timed calls in a slot; the same for all forms.</summary>
    public int Calls { get; }

    /// <summary>Calls of the method within each timed call; 1 unless a loop is timed as a whole.</summary>
    public int LoopLength { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => 1;
}

/// <summary>A command is run from its start to its end, one run after the other.</summary>
internal sealed record WholeProcesses : LoadShape
{
    /// <param name="runs">Runs in a slot, 1 to 1000.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public WholeProcesses(int runs)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(runs, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(runs, 1000);
        Runs = runs;
    }

    /// <summary>Runs in a slot; the same for all forms.</summary>
    public int Runs { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => 1;
}
