namespace Syncopate.Crud;

/// <summary>What came of one call that asks for something.</summary>
/// <typeparam name="T">What was asked for.</typeparam>
public sealed record Result<T> : Result
{
    private readonly T? _value;

    internal Result(T value, string message) : base(Outcome.Done, message) => _value = value;

    internal Result(Outcome outcome, string message) : base(outcome, message)
    {
    }

    /// <summary>What was asked for; look at <see cref="Result.IsDone"/> first.</summary>
    /// <exception cref="InvalidOperationException">It was not done; the text says why.</exception>
    public T Value => IsDone
        ? _value! // Set by the constructor of a result that was done; null only where T itself allows it.
        : throw new InvalidOperationException($"There is no value, the call was not done ({this}). Ask IsDone before Value.");

    /// <summary>The same, with one more thing that the user should know.</summary>
    /// <param name="warning">A full sentence.</param>
    public Result<T> Warn(string warning) => this with { Warnings = [.. Warnings, warning] };

    /// <summary>The same with another value when it was done; else the same failure.</summary>
    /// <typeparam name="TOther">The other value.</typeparam>
    /// <param name="value">Called only when it was done.</param>
    public Result<TOther> Map<TOther>(Func<T, TOther> value) => IsDone
        ? new Result<TOther>(value(Value), Message) { Warnings = Warnings }
        : As<TOther>();

    /// <summary>The same failure of another question.</summary>
    /// <typeparam name="TOther">What the other one asked for.</typeparam>
    /// <exception cref="InvalidOperationException">It was done: use <see cref="Map"/>.</exception>
    public Result<TOther> As<TOther>() => IsDone
        ? throw new InvalidOperationException("Only a failure can stand for another question. Use Map for a value.")
        : new Result<TOther>(Outcome, Message) { Errors = Errors, Warnings = Warnings, Current = Current, MayBeSaved = MayBeSaved, Cause = Cause };

    internal override Result<TOther> Failure<TOther>() => As<TOther>();

    /// <summary>The same with this message, unless it has one of its own.</summary>
    internal Result<T> Saying(string message) => Message.Length > 0 ? this : new Result<T>(Value, message) { Warnings = Warnings };

    internal Result<T> With(IReadOnlyList<string> warnings) => this with { Warnings = warnings };

    internal Result<T> PerhapsSaved(bool mayBeSaved) => this with { MayBeSaved = mayBeSaved };

    internal Result<T> Because(Exception? cause) => this with { Cause = cause };
}
