using System.Collections.Immutable;
using System.Text.Json;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud;

/// <summary>How a <see cref="CrudService{TContext}"/> works; the same for all calls.</summary>
public sealed record CrudRules
{
    /// <summary>The default of every setting.</summary>
    public static CrudRules Default { get; } = new();

    /// <summary>Whether data annotations, <see cref="System.ComponentModel.DataAnnotations.IValidatableObject"/> and
    /// lengths in the model are checked before a save. Default true.</summary>
    public bool Validates { get; init; } = true;

    /// <summary>How often a save is repeated after a deadlock, a serialisation failure or a lock, at once and without a
    /// pause; never within a transaction of the caller, and never where the context has an execution strategy that
    /// retries. An override of SaveChanges and its interceptors run again for each repeat, on the rows as they were
    /// before them; so a save is not repeated when they have written some already, nor when a changed row's class
    /// keeps what the model does not map, such as a list of events that they may have emptied. 0 to 10, default 2.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is outside.</exception>
    public int Retries
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 10);
            field = value;
        }
    } = 2;

    /// <summary>Rows on a page at most, whatever a request asks for. At least 1, default 100.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is less.</exception>
    public int MaximumPageSize
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 100;

    /// <summary>Whether an update raises a concurrency token that is called Version: a number by one, a Guid to another
    /// one, unless the application has changed it already. It is raised too when only what belongs to the row has
    /// changed, such as its tags. Default true; a token that the database makes is never touched.</summary>
    public bool RaisesVersion { get; init; } = true;

    /// <summary>What happens before a save is validated, in the synchronous form; in the asynchronous one too when
    /// <see cref="BeforeSaveAsync"/> is null, so it must not wait for anything.</summary>
    public Action<DbContext>? BeforeSave { get; init; }

    /// <summary>What happens before a save is validated, in the asynchronous form. With this alone, a synchronous call
    /// that may save throws before it does anything: it could only run by blocking.</summary>
    public Func<DbContext, CancellationToken, Task>? BeforeSaveAsync { get; init; }

    /// <summary>What a user is told when a constraint is broken, by the constraint's name in the model; others get a
    /// text made from the model.</summary>
    public ImmutableDictionary<string, string> Messages { get; init; } = ImmutableDictionary<string, string>.Empty;

    /// <summary>How a patch sees a DTO: its member names, above all. Default <see cref="JsonSerializerOptions.Web"/>;
    /// set it when the application writes its JSON in another way. Options that have no resolver of types are copied,
    /// and the copy has the one of reflection.</summary>
    public JsonSerializerOptions Json
    {
        get;
        init => field = value.TypeInfoResolver is null ? Resolving(value) : value;
    } = JsonSerializerOptions.Web;

    /// <summary>The same rules with one more message.</summary>
    /// <param name="constraint">The name of an index, a foreign key, a key or a check in EF's model, as in "IX_Tags_Slug".</param>
    /// <param name="message">A full sentence for the user.</param>
    public CrudRules WithMessage(string constraint, string message) =>
        this with { Messages = Messages.SetItem(constraint, message) };

    private static JsonSerializerOptions Resolving(JsonSerializerOptions options)
    {
        JsonSerializerOptions copy = new(options);
        copy.MakeReadOnly(populateMissingResolver: true);
        return copy;
    }
}
