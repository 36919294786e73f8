using System.Globalization;

namespace Syncopate.Runtimes;

/// <summary>How many async methods there are, by the way in which they were compiled.</summary>
/// <param name="StateMachines">Those that the compiler made into state machines.</param>
/// <param name="RuntimeAsync">Those that the runtime suspends and resumes by itself.</param>
internal readonly record struct AsyncMethodCount(int StateMachines, int RuntimeAsync)
{
    /// <summary>Both.</summary>
    public int All => StateMachines + RuntimeAsync;

    /// <summary>Such as "12 as state machines, 2 as runtime async"; "none".</summary>
    public string Text => (StateMachines, RuntimeAsync) switch
    {
        (0, 0) => "none",
        (_, 0) => MachinesText,
        (0, _) => Number(RuntimeAsync) + " as runtime async",
        _ => $"{MachinesText}, {Number(RuntimeAsync)} as runtime async",
    };

    /// <summary>Such as "12 as state machines".</summary>
    public string MachinesText => Number(StateMachines) + (StateMachines == 1 ? " as a state machine" : " as state machines");

    /// <summary>Adds.</summary>
    public static AsyncMethodCount operator +(AsyncMethodCount one, AsyncMethodCount other) =>
        new(one.StateMachines + other.StateMachines, one.RuntimeAsync + other.RuntimeAsync);

    private static string Number(int count) => count.ToString("N0", CultureInfo.InvariantCulture);
}
