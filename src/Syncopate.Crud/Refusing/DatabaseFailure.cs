using System.Data.Common;
using System.Net.Sockets;
using System.Text;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Refusing;

/// <summary>Trouble that a database reported, told by the shape of its exception: no provider is referenced here.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Cause">The provider's exception, or that of the encoding in which it sends texts, or EF Core's about
/// the provider's.</param>
internal sealed record DatabaseFailure(FailureKind Kind, Exception Cause)
{
    /// <summary>True when the user did nothing wrong.</summary>
    public bool IsUnavailable => Kind
        is FailureKind.Contention or FailureKind.Away or FailureKind.Declined or FailureKind.Full;

    /// <summary>The failure that is the cause of an exception; null when it is none of those, and so a programmer's mistake.</summary>
    public static DatabaseFailure? Of(Exception exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
            if (e is OperationCanceledException)
                return null; // Npgsql puts the database's word for it inside; the caller knows that it has cancelled.
            else if (e is DbException cause)
                return KindOf(cause) is { } kind ? new DatabaseFailure(kind, cause) : null;
            else if (e is EncoderFallbackException || IsOfValue(e))
                return new DatabaseFailure(FailureKind.Unfit, e);

        // A provider that looks at the values itself, and a converter, say so by an exception that may mean anything; here the
        // values tell.
        return exception is DbUpdateException { InnerException: not null } refused && UnfitValues.Any(refused.Entries)
            ? new DatabaseFailure(FailureKind.Unfit, refused)
            : null;
    }

    /// <summary>Of a call that only reads: there a broken constraint is no answer.</summary>
    public static DatabaseFailure? OfRead(Exception exception) =>
        Of(exception) is { } failure && (failure.IsUnavailable || failure.Kind == FailureKind.Unfit) ? failure : null;

    /// <summary>A sentence for a call that only read, or had not yet begun to save.</summary>
    public Result<T> Answer<T>() => Kind == FailureKind.Unfit
        ? Result.Invalid<T>(new CrudError("", "What was asked for holds a value that no row can have.")).Because(Cause)
        : Unavailable<T>();

    /// <summary>What a save says. Only a connection that broke leaves open whether the commit arrived.</summary>
    public Refusal RefusedSave()
    {
        string message = Kind switch
        {
            FailureKind.Contention => "The database is busy with the work of others, so nothing was saved. Please try again.",
            FailureKind.Full => "The database is full, so nothing was saved. Contact the administrator.",
            FailureKind.Declined => "The database takes no change at the moment, so nothing was saved. Please try again later.",
            FailureKind.Away => "The database connection was lost while saving. Check whether the change is there before you try again.",
            _ => throw new InvalidOperationException($"{Kind} is a refusal of values: {nameof(ConstraintErrors)} says why."),
        };
        return new Refusal(Outcome.Unavailable, message) { MayBeSaved = Kind == FailureKind.Away, Cause = Cause };
    }

    private Result<T> Unavailable<T>() => Result.Unavailable<T>(
        Kind switch
        {
            FailureKind.Contention => "The database is busy with the work of others. Please try again.",
            FailureKind.Full => "The database is full. Contact the administrator.",
            FailureKind.Declined => "The database does not answer at the moment. Please try again later.",
            FailureKind.Away => "The database cannot be reached at the moment. Please try again later.",
            _ => throw new InvalidOperationException($"{Kind} is a refusal of values, and a read has none."),
        },
        Cause);

    /// <summary>What a provider throws for a value while it binds it, and nothing has been sent: that of PostgreSQL for a time of another
    /// kind than its column's, that of SQLite for what is no number. Only who throws it distinguishes it from a programmer's mistake.
    /// </summary>
    private static bool IsOfValue(Exception e) =>
        (e is InvalidOperationException || e.GetType() == typeof(ArgumentException))
        && e.TargetSite?.DeclaringType is { Namespace: { } space, Name: var name }
        && (space.StartsWith("Npgsql.Internal", StringComparison.Ordinal) && e is ArgumentException
            || space == "Microsoft.Data.Sqlite" && name.EndsWith("Binder", StringComparison.Ordinal));

    private static FailureKind? KindOf(DbException e) =>
        e.SqlState is { Length: 5 } state ? SqlStates.KindOf(state, e.Message, Property(e, "Routine") as string)
        : Property(e, "SqliteExtendedErrorCode") is int code ? SqliteCodes.KindOf(code, e.Message)
        : Property(e, "Number") is int number && e.GetType().Name == "SqlException" ? SqlServerNumbers.KindOf(number, e.Message)
        : e.InnerException is EncoderFallbackException ? FailureKind.Unfit
        : e.InnerException is IOException or SocketException or TimeoutException ? FailureKind.Away
        : null;

    private static object? Property(DbException e, string name) => e.GetType().GetProperty(name)?.GetValue(e);
}
