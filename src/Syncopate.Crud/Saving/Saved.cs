using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Saving;

/// <summary>What came of a save.</summary>
/// <param name="Rows">Rows written; 0 when nothing had changed, or it was refused.</param>
/// <param name="Refusal">Null when it was saved.</param>
internal readonly record struct Saved(int Rows, Refusal? Refusal)
{
    public static Saved Refused(IReadOnlyList<CrudError> errors) => new(0, new Refusal(Outcome.Invalid, "") { Errors = errors });

    public static Saved Refused(Refusal refusal) => new(0, refusal);
}
