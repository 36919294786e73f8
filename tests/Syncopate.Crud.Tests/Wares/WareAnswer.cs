namespace Syncopate.Crud.Tests.Wares;

/// <summary>What came of a call.</summary>
/// <param name="Result">Null when it was cancelled, which is the caller's own wish, or ended with an exception.</param>
/// <param name="IsBroken">Whether that was an exception of the application.</param>
internal sealed record WareAnswer(Result? Result, bool IsBroken)
{
    public bool IsCancelled => Result is null && !IsBroken;

    /// <summary>What both forms must say alike.</summary>
    public override string ToString()
    {
        if (Result is null)
            return IsBroken ? "broken" : "cancelled";

        string isSaved = Result.MayBeSaved ? ", perhaps saved" : "";
        return $"{Result.Outcome}: {Result.Message} {string.Join(' ', Result.Errors)}{isSaved}";
    }
}
