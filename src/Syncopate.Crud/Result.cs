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

    /// <summary>What the user should know though it was done; may be empty. Of what the database refused within a transaction
    /// of the caller that has no savepoints: that other changes in it may be lost. Roll it back.</summary>
    public IReadOnlyList<string> Warnings { get; private protected init; } = [];

    /// <summary>After a <see cref="Outcome.Conflict"/>: what the row holds now, by the paths of the entity's
    /// members, as in "Title" and "Address.City". Null otherwise, and when the row is gone.</summary>
    public IReadOnlyDictionary<string, object?>? Current { get; private protected init; }

    /// <summary>True when the database went away during a save, and whether the commit still arrived is not known, or when
    /// it failed after rows were written, in what the application does within SaveChanges. Look before the same is done
    /// again. False for every other outcome.</summary>
    public bool MayBeSaved { get; private protected init; }

    /// <summary>The exception behind the outcome, for the log. Never shown to a user: it may carry names, values and
    /// addresses. Null when there was none.</summary>
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

    /// <summary>What was sent breaks a rule. The message is that of the only error, or says how many there are.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="errors">At least one.</param>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static Result<T> Invalid<T>(params IReadOnlyList<CrudError> errors) =>
        new(Outcome.Invalid, MessageOf(errors)) { Errors = errors };

    /// <summary>Somebody else was faster.</summary>
    /// <typeparam name="T">What was asked for.</typeparam>
    /// <param name="message">One sentence for the user.</param>
    /// <param name="current">What the row holds now; null when it is gone.</param>
    /// <param name="cause">For the log.</param>
    public static Result<T> Conflict<T>(
        string message, IReadOnlyDictionary<string, object?>? current = null, Exception? cause = null) =>
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

    /// <summary>All values, in the same order, when all were done; else every error and warning, and the outcome of the
    /// first that was not.</summary>
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
        Result? failed = results.FirstOrDefault(result => !result.IsDone);
        List<string> warnings = [.. results.SelectMany(result => result.Warnings)];
        if (failed is null)
        {
            IEnumerable<string> messages = results.Select(result => result.Message).Where(message => message.Length > 0);
            return new Result<T>(value(), string.Join(' ', messages)) { Warnings = warnings };
        }

        List<CrudError> errors = [.. results.SelectMany(result => result.Errors)];
        return new Result<T>(failed.Outcome, MessageOf(errors))
        {
            Errors = errors,
            Warnings = warnings,
            Current = failed.Current,
            MayBeSaved = results.Any(result => result.MayBeSaved),
            Cause = failed.Cause,
        };
    }

    private static string MessageOf(IReadOnlyList<CrudError> errors) => errors switch
    {
        [] => throw new ArgumentException("Say what is wrong: at least one error.", nameof(errors)),
        [var only] => only.Message,
        _ => $"{errors.Count} errors.",
    };
}

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
        : new Result<TOther>(Outcome, Message)
        {
            Errors = Errors,
            Warnings = Warnings,
            Current = Current,
            MayBeSaved = MayBeSaved,
            Cause = Cause,
        };

    internal override Result<TOther> Failure<TOther>() => As<TOther>();

    /// <summary>The same with this message, unless it has one of its own.</summary>
    internal Result<T> Saying(string message) =>
        Message.Length > 0 ? this : new Result<T>(Value, message) { Warnings = Warnings };

    internal Result<T> With(IReadOnlyList<string> warnings) => this with { Warnings = warnings };

    internal Result<T> PerhapsSaved(bool mayBeSaved) => this with { MayBeSaved = mayBeSaved };

    internal Result<T> Because(Exception? cause) => this with { Cause = cause };
}

/// <summary>How a call ended, from what the user did; a programmer's mistake is an exception instead.</summary>
public enum Outcome
{
    /// <summary>What was asked has been done.</summary>
    Done,

    /// <summary>No row has this key, or none fits the condition.</summary>
    NotFound,

    /// <summary>What was sent breaks a rule of the data; nothing was saved. The errors tell which.</summary>
    Invalid,

    /// <summary>Somebody else changed or deleted the row since it was read; nothing was saved.</summary>
    Conflict,

    /// <summary>The database could not answer now: it is away, locked or full. Nothing was saved, unless
    /// <see cref="Result.MayBeSaved"/> says otherwise; the same call may succeed later.</summary>
    Unavailable,
}
