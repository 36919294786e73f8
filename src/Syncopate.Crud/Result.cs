namespace Syncopate.Crud;

/// <summary>What came of one call. Immutable; every call makes a new one, so nothing of an earlier call clings to it.</summary>
public abstract record Result
{
    private protected Result(Outcome outcome, string message, IReadOnlyList<CrudError> errors, IReadOnlyList<string> warnings)
    {
        Outcome = outcome;
        Message = message;
        Errors = errors;
        Warnings = warnings;
    }

    /// <summary>How the call ended.</summary>
    public Outcome Outcome { get; }

    /// <summary>One sentence for the user; never null, empty when there is nothing to say.</summary>
    public string Message { get; }

    /// <summary>What is wrong, in the order in which it was found; empty when <see cref="IsDone"/>.</summary>
    public IReadOnlyList<CrudError> Errors { get; }

    /// <summary>What the user should know though it was done; may be empty.</summary>
    public IReadOnlyList<string> Warnings { get; }

    /// <summary>True when what was asked has been done.</summary>
    public bool IsDone => Outcome == Outcome.Done;
}
