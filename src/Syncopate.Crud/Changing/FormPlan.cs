using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>How a form gets into an entity, in one model.</summary>
internal sealed class FormPlan<TEntity, TForm>
    where TEntity : class
    where TForm : class
{
    private readonly FormTokens _tokens;
    private readonly UnkeyedMembers _unkeyed;

    // Worked out on first use: a form that only updates needs no constructor that fits, and one of the asynchronous
    // form alone no synchronous method.
    private readonly Lazy<Func<TEntity?, TForm, DbContext, object?>?> _creation = new(
        () => Compiled(EntityMethods<TEntity, TForm>.Creation));
    private readonly Lazy<Func<TEntity?, TForm, DbContext, object?>?> _update;
    private readonly Lazy<Func<TEntity?, TForm, DbContext, CancellationToken, Task<object?>>?> _awaitedCreation = new(
        () => CompiledAsynchronous(EntityMethods<TEntity, TForm>.Creation));
    private readonly Lazy<Func<TEntity?, TForm, DbContext, CancellationToken, Task<object?>>?> _awaitedUpdate;
    private readonly Lazy<IReadOnlySet<string>?> _written;

    private FormPlan(IModel model)
    {
        Entity = EntityPlan<TEntity>.Of(model);
        Load = typeof(TForm).GetCustomAttribute<IncludesAttribute>()?.Paths is { } includes
            ? new ScopedKeyQuery<TEntity>(
                ignored => KeyQuery<TEntity>.Of(Entity.Key, KeySource.Tracked<TEntity>(includes, ignored), projection: null))
            : Entity.Load;

        bool isOfKeys = Members.Written(typeof(TForm)) is { Count: > 0 } written
            && written.All(member => Entity.Key.Properties.Any(key => key.Name == member.Name));
        _update = new(() => Compiled(call => EntityMethods<TEntity, TForm>.Update(call, isOfKeys)));
        _awaitedUpdate = new(() => CompiledAsynchronous(call => EntityMethods<TEntity, TForm>.Update(call, isOfKeys)));

        _written = new(() => WrittenMembers.Of<TEntity, TForm>(Entity.Type));
        _unkeyed = new UnkeyedMembers(Entity.Type, typeof(TForm));
        _tokens = new FormTokens(Entity.Type, typeof(TForm));
    }

    public EntityPlan<TEntity> Entity { get; }

    /// <summary>Reads the entity for changing, with what the form includes.</summary>
    public ScopedKeyQuery<TEntity> Load { get; }

    /// <summary>What an update takes into the entity; null where only the form's author knows.</summary>
    public IReadOnlySet<string>? Written => _written.Value;

    public static FormPlan<TEntity, TForm> Of(IModel model) =>
        PerModel<FormPlan<TEntity, TForm>>.Of(model, static model => new FormPlan<TEntity, TForm>(model));

    /// <summary>The new entity, with what its factory says, or why that refused.</summary>
    public Result<TEntity> Make(TForm form, DbContext context, Attempt attempt) => attempt.LetIn(_creation.Value) is { } creation
        ? Filled(form, creation(null, form, context), isEmpty: false)
        : Filled(form, Activator.CreateInstance<TEntity>(), isEmpty: true);

    /// <inheritdoc cref="Make"/>
    public async Task<Result<TEntity>> MakeAsync(TForm form, DbContext context, Attempt attempt, CancellationToken cancellationToken) =>
        attempt.LetIn(_awaitedCreation.Value) is { } creation
            ? Filled(form, await creation(null, form, context, cancellationToken).ConfigureAwait(false), isEmpty: false)
            : Filled(form, Activator.CreateInstance<TEntity>(), isEmpty: true);

    /// <summary>Writes the form into an entity that the context tracks.</summary>
    /// <returns>The entity, with what its method says, or why that refused.</returns>
    public Result<TEntity> Apply(TForm form, EntityEntry<TEntity> entry, Attempt attempt)
    {
        Func<TEntity?, TForm, DbContext, object?>? update = attempt.LetIn(_update.Value);
        if (Copied(form, entry.Entity) is { Count: > 0 } errors)
            return Result.Invalid<TEntity>(errors);
        return Said(form, entry, attempt, update?.Invoke(entry.Entity, form, entry.Context));
    }

    /// <inheritdoc cref="Apply"/>
    public async Task<Result<TEntity>> ApplyAsync(
        TForm form, EntityEntry<TEntity> entry, Attempt attempt, CancellationToken cancellationToken)
    {
        Func<TEntity?, TForm, DbContext, CancellationToken, Task<object?>>? update = attempt.LetIn(_awaitedUpdate.Value);
        if (Copied(form, entry.Entity) is { Count: > 0 } errors)
            return Result.Invalid<TEntity>(errors);
        if (update is null)
            return Said(form, entry, attempt, said: null);
        return Said(form, entry, attempt, await update(entry.Entity, form, entry.Context, cancellationToken).ConfigureAwait(false));
    }

    /// <summary>What the user saw of the version that the context knows.</summary>
    public SeenToken Seen(TForm form, EntityEntry<TEntity> entry) => _tokens.Seen(form, entry);

    /// <summary>True where the form has the token of something that the row owned and owns no longer.</summary>
    public bool HasGone(TForm form, EntityEntry<TEntity> entry) => _tokens.HasGone(form, entry);

    /// <summary>Also after a factory: an entity may have setters beside what that takes.</summary>
    private Result<TEntity> Filled(TForm form, object? made, bool isEmpty)
    {
        if (made is Result<TEntity> { IsDone: false } refused)
            return refused;

        Result<TEntity> result = made as Result<TEntity> ?? Result.Done((TEntity?)made
            ?? throw new InvalidOperationException(
                $"The factory of {typeof(TEntity).Name} returned null. Let it return a Result that says why."));
        IReadOnlyList<CrudError> errors = Entity.KeyValues.GuardNew(
            result.Value, form, isEmpty, () => Copy(form, result.Value));
        return errors.Count > 0 ? Result.Invalid<TEntity>(errors) : result;
    }

    /// <summary>Also before a method: an entity may have setters beside what that takes.</summary>
    private IReadOnlyList<CrudError> Copied(TForm form, TEntity entity) =>
        form is ICopiesTo<TEntity> || !_unkeyed.IsEmpty ? Entity.KeyValues.Guard(entity, () => Copy(form, entity)) : [];

    private void Copy(TForm form, TEntity entity)
    {
        (form as ICopiesTo<TEntity>)?.CopyTo(entity);
        _unkeyed.Copy(form, entity);
    }

    private Result<TEntity> Said(TForm form, EntityEntry<TEntity> entry, Attempt attempt, object? said)
    {
        if (said is Result { IsDone: false } refused)
            return refused.Failure<TEntity>();

        if (_tokens.Expect(form, entry, attempt) is { } error)
            return Result.Invalid<TEntity>(error);
        return said is Result done
            ? Result.Done(entry.Entity, done.Message).With(done.Warnings)
            : Result.Done(entry.Entity);
    }

    private static Func<TEntity?, TForm, DbContext, object?>? Compiled(
        Func<EntityCall<TEntity, TForm>, MethodFit?> find)
    {
        EntityCall<TEntity, TForm> call = new(CallForm.Synchronous);
        return find(call) is { } fit ? call.Compile(fit) : null;
    }

    private static Func<TEntity?, TForm, DbContext, CancellationToken, Task<object?>>? CompiledAsynchronous(
        Func<EntityCall<TEntity, TForm>, MethodFit?> find)
    {
        EntityCall<TEntity, TForm> call = new(CallForm.Asynchronous);
        return find(call) is { } fit ? call.CompileAsynchronous(fit) : null;
    }
}
