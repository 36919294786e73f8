using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>Why a call was not done, before it is known what was asked for.</summary>
/// <param name="Outcome">Anything but done.</param>
/// <param name="Message">One sentence; not used when the outcome is invalid, whose message comes from the errors.</param>
internal sealed record Refusal(Outcome Outcome, string Message)
{
    public IReadOnlyList<CrudError> Errors { get; init; } = [];

    public IReadOnlyDictionary<string, object?>? Current { get; init; }

    public bool MayBeSaved { get; init; }

    public Exception? Cause { get; init; }

    /// <summary>Says that somebody else was faster, and what the row holds now.</summary>
    /// <param name="exception">What EF Core found; null when it was found out before anything was written.</param>
    /// <param name="type">Of the row; null when EF Core names none.</param>
    /// <param name="current">Null when the row is gone.</param>
    /// <param name="parts">Of what it owns and was found to be another; none of what is gone. Of two items of one list the first
    /// is told.</param>
    public static Refusal Conflict(
        DbUpdateConcurrencyException? exception,
        IEntityType? type,
        PropertyValues? current,
        IEnumerable<PropertyValues> parts)
    {
        string name = type is null ? "row" : EntityName.Of(type);
        string verb = current is null ? "deleted" : "changed";
        return new Refusal(Outcome.Conflict, $"Somebody else {verb} the {name} in the meantime. Nothing was saved.")
        {
            Current = current is null
                ? null
                : Values(current).Concat(parts.SelectMany(Values)).DistinctBy(value => value.Key).ToDictionary(),
            Cause = exception,
        };
    }

    /// <summary>Says that what follows a save in the application failed, after the rows were written.</summary>
    /// <param name="cause">What was thrown.</param>
    public static Refusal AfterSaving(Exception cause) =>
        new(Outcome.Unavailable, "The database failed after the change was saved. Look whether all of it is there before you try again.")
        {
            MayBeSaved = true,
            Cause = cause,
        };

    public Result<T> Of<T>() => Outcome switch
    {
        Outcome.Invalid => Result.Invalid<T>(Errors).Because(Cause),
        Outcome.Conflict => Result.Conflict<T>(Message, Current, Cause),
        Outcome.NotFound => Result.NotFound<T>(Message),
        _ => Result.Unavailable<T>(Message, Cause).PerhapsSaved(MayBeSaved),
    };

    private static IEnumerable<KeyValuePair<string, object?>> Values(PropertyValues row) =>
        row.Properties.Select(property => KeyValuePair.Create(MemberPath.OfValue(property), row[property]));
}
