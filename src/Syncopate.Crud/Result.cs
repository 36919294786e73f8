namespace Syncopate.Crud;

/// <summary>What came of one call. Immutable; every call makes a new one, so nothing of an earlier call clings to it.</summary>
public abstract record Result
{
    private protected Result(Outcome outcome, string message)
    {
        Outcome = outcome;
        Message = message;
    }

    /// <summary>How the call ended.</summary>
    public Outcome Outcome { get; }

    /// <summary>One sentence for the user; never null, empty when there is nothing to say.</summary>
    public string Message { get; }

    /// <summary>What is wrong, in the order in which it was found; empty when <see cref="IsDone"/>.</summary>
    public IReadOnlyList<CrudError> Errors { get; private protected init; } = [];

    /// <summary>What the user should know though it was done; may be empty.</summary>
    public IReadOnlyList<string> Warnings { get; private protected init; } = [];

    /// <summary>After a <see cref="Outcome.Conflict"/>: what the row holds now, by the entity's member names. Null otherwise, and when the row is gone.</summary>
    public IReadOnlyDictionary<string, object?>? Current { get; private protected init; }

    /// <summary>True when the database went away during a save: whether the commit still arrived is not known, so look before the same is done again. False for every other outcome.</summary>
    public bool MayBeSaved { get; private protected init; }

    /// <summary>The exception behind the outcome, for the log. Never shown to a user: it may carry names, values and addresses. Null when there was none.</summary>
    public Exception? Cause { get; private protected init; }

    /// <summary>True when what was asked has been done.</summary>
    public bool IsDone => Outcome == Outcome.Done;

    /// <summary>A result that was done.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="value">What was asked for.</param>
    /// <param name="message">One sentence for the user, or none.</param>
    public static Result<T> Done<T>(T value, string message = "") => new(value, message);

    /// <summary>Nothing has this key, or fits the condition.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="message">One sentence for the user.</param>
    public static Result<T> NotFound<T>(string message) => new(Outcome.NotFound, message) { Errors = [new("", message)] };

    /// <summary>What was sent breaks a rule. The message is that of the only error, or tells how many there are.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="errors">At least one.</param>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static Result<T> Invalid<T>(params IReadOnlyList<CrudError> errors) => new(Outcome.Invalid, MessageOf(errors)) { Errors = errors };

    /// <summary>Somebody else was faster.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="message">One sentence for the user.</param>
    /// <param name="current">What the row holds now; null when it is gone.</param>
    /// <param name="cause">For the log.</param>
    public static Result<T> Conflict<T>(string message, IReadOnlyDictionary<string, object?>? current = null, Exception? cause = null) =>
        new(Outcome.Conflict, message) { Errors = [new("", message)], Current = current, Cause = cause };

    /// <summary>The database could not answer now.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="message">One sentence for the user, without anything of the cause.</param>
    /// <param name="cause">For the log.</param>
    public static Result<T> Unavailable<T>(string message, Exception? cause = null) =>
        new(Outcome.Unavailable, message) { Errors = [new("", message)], Cause = cause };

    /// <summary>Both values when both were done; else the errors and warnings of both, and the outcome of the first that was not.</summary>
    /// <typeparam name="T1">What was asked for first.</typeparam>
    /// <typeparam name="T2">What was asked for second.</typeparam>
    /// <param name="first">Comes first among the errors.</param>
    /// <param name="second">Comes second.</param>
    public static Result<(T1 First, T2 Second)> Combine<T1, T2>(Result<T1> first, Result<T2> second) =>
        Combined([first, second], () => (first.Value, second.Value));

    /// <summary>All values, in the same order, when all were done; else every error and warning, and the outcome of the first that was not.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="results">May be empty: then nothing was left undone.</param>
    public static Result<IReadOnlyList<T>> Combine<T>(IReadOnlyList<Result<T>> results) =>
        Combined(results, IReadOnlyList<T> () => [.. results.Select(result => result.Value)]);

    /// <summary>The message, so that a value or a cause never slips into a page or a log by way of a text.</summary>
    public sealed override string ToString() => Message.Length > 0 ? $"{Outcome}: {Message}" : $"{Outcome}";

    /// <summary>The same failure of another question, whatever this one asked for.</summary>
    internal abstract Result<TOther> Failure<TOther>();

    private static Result<T> Combined<T>(IReadOnlyList<Result> results, Func<T> value)
    {
        var failed = results.FirstOrDefault(result => !result.IsDone);
        List<string> warnings = [.. results.SelectMany(result => result.Warnings)];
        if (failed is null)
            return new Result<T>(value(), string.Join(' ', results.Select(result => result.Message).Where(message => message.Length > 0))) { Warnings = warnings };

        List<CrudError> errors = [.. results.SelectMany(result => result.Errors)];
        return new Result<T>(failed.Outcome, MessageOf(errors)) { Errors = errors, Warnings = warnings, Current = failed.Current, MayBeSaved = results.Any(result => result.MayBeSaved), Cause = failed.Cause };
    }

    private static string MessageOf(IReadOnlyList<CrudError> errors) => errors switch
    {
        [] => throw new ArgumentException("Say what is wrong: at least one error.", nameof(errors)),
        [var only] => only.Message,
        _ => $"{errors.Count} things are not right yet.",
    };
}
