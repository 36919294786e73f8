namespace Syncopate.Crud.Saving;

/// <summary>Why a call was not done, before it is known what was asked for.</summary>
/// <param name="Outcome">Anything but done.</param>
/// <param name="Message">One sentence; not used when the outcome is invalid, whose message comes from the errors.</param>
internal sealed record Refusal(Outcome Outcome, string Message)
{
    public IReadOnlyList<CrudError> Errors { get; init; } = [];

    public IReadOnlyDictionary<string, object?>? Current { get; init; }

    public bool MayBeSaved { get; init; }

    public Exception? Cause { get; init; }

    public Result<T> Of<T>() => Outcome switch
    {
        Outcome.Invalid => Result.Invalid<T>(Errors).Because(Cause),
        Outcome.Conflict => Result.Conflict<T>(Message, Current, Cause),
        Outcome.NotFound => Result.NotFound<T>(Message),
        _ => Result.Unavailable<T>(Message, Cause).PerhapsSaved(MayBeSaved),
    };
}
