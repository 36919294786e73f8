using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Query;
using Syncopate.Crud.Changing;
using Syncopate.Crud.Listing;
using Syncopate.Crud.Patching;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud;

/// <summary>Lists, shows, creates, updates and deletes through a context of EF Core, each in a synchronous and an
/// asynchronous form that do the same. What a user does wrong is a <see cref="Result"/>; what a programmer does wrong
/// is an exception.</summary>
/// <remarks>It holds nothing but the context and the rules: use it where and as long as the context, by one thread at a
/// time. After a call that was not done the context is as before, unless its rows were written all the same
/// (<see cref="Result.MayBeSaved"/>), and so is a transaction of the caller, which each call leaves by a savepoint of its
/// own: what was done in it before can still be committed. A cancelled call throws
/// <see cref="OperationCanceledException"/>; a save that commits by itself is not cancelled once it has begun, so that
/// nobody has to guess what became of it, and one in a transaction of the caller goes back to its savepoint.</remarks>
/// <typeparam name="TContext">The application's context.</typeparam>
/// <param name="context">Used, never disposed.</param>
/// <param name="rules">Null takes the defaults.</param>
public sealed class CrudService<TContext>(TContext context, CrudRules? rules = null)
    where TContext : DbContext
{
    private readonly CrudRules _rules = rules ?? CrudRules.Default;
    private readonly IgnoredFilters _ignored = IgnoredFilters.None;
    private readonly CallersTransaction _transaction = new(context);
    private readonly Reads _reads = new(context, IgnoredFilters.None);
    private readonly FormChoices<TContext> _choices = new(context);
    private readonly Changes<TContext> _changes = new(context, rules ?? CrudRules.Default, IgnoredFilters.None);
    private readonly Bulk _bulk = new(context, rules ?? CrudRules.Default, IgnoredFilters.None);

    private CrudService(TContext context, CrudRules rules, IgnoredFilters ignored) : this(context, rules) =>
        (_ignored, _reads, _changes, _bulk) = (
            ignored,
            new Reads(context, ignored),
            new Changes<TContext>(context, rules, ignored),
            new Bulk(context, rules, ignored));

    /// <summary>The context of this service, for what it does not offer.</summary>
    public TContext Context => context;

    /// <summary>The same service without some query filters of the model, to read, restore or delete what they hide:
    /// rows that are marked as deleted, above all.</summary>
    /// <param name="names">The names of the filters in the model; none at all leaves out every filter. The filters of
    /// an earlier call hold again.</param>
    /// <exception cref="ArgumentException">The model has no filter of this name.</exception>
    public CrudService<TContext> IgnoreFilters(params IReadOnlyCollection<string> names) =>
        new(context, _rules, IgnoredFilters.Of(context.Model, names));

    /// <summary>All rows, untracked; compose it like any query of EF Core.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    public IQueryable<TEntity> Query<TEntity>()
        where TEntity : class => _ignored.In(context.Set<TEntity>()).AsNoTracking();

    /// <summary>The rows that fit, projected; compose it like any query of EF Core.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <typeparam name="TRead">What a row becomes.</typeparam>
    /// <param name="where">On the entity, before the projection; null takes every row.</param>
    public IQueryable<TRead> Query<TEntity, TRead>(Expression<Func<TEntity, bool>>? where = null)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead> =>
        (where is null ? Query<TEntity>() : Query<TEntity>().Where(where)).Select(TRead.Projection);

    /// <summary>One entity, untracked, with what its <see cref="IncludesAttribute"/> names.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <param name="key">Its primary key.</param>
    /// <exception cref="ArgumentException">The key has other types than the entity's.</exception>
    public Result<TEntity> Detail<TEntity>(Key key)
        where TEntity : class =>
        _transaction.Protect(() => _reads.Detail<TEntity>(key));

    /// <inheritdoc cref="Detail{TEntity}(Key)"/>
    public Task<Result<TEntity>> DetailAsync<TEntity>(Key key, CancellationToken cancellationToken = default)
        where TEntity : class =>
        _transaction.ProtectAsync(() => _reads.DetailAsync<TEntity>(key, cancellationToken), cancellationToken);

    /// <summary>The first entity that fits, untracked.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <param name="where">Should fit one row at most; of several, any one is taken.</param>
    public Result<TEntity> Detail<TEntity>(Expression<Func<TEntity, bool>> where)
        where TEntity : class =>
        _transaction.Protect(() => _reads.First<TEntity, TEntity>(Query<TEntity>().Where(where)));

    /// <inheritdoc cref="Detail{TEntity}(Expression{Func{TEntity, bool}})"/>
    public Task<Result<TEntity>> DetailAsync<TEntity>(
        Expression<Func<TEntity, bool>> where, CancellationToken cancellationToken = default)
        where TEntity : class =>
        _transaction.ProtectAsync(
            () => _reads.FirstAsync<TEntity, TEntity>(Query<TEntity>().Where(where), cancellationToken), cancellationToken);

    /// <summary>One row, projected.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <typeparam name="TRead">What the row becomes.</typeparam>
    /// <param name="key">Its primary key.</param>
    /// <exception cref="ArgumentException">The key has other types than the entity's.</exception>
    public Result<TRead> Detail<TEntity, TRead>(Key key)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead> =>
        _transaction.Protect(() => _reads.Detail<TEntity, TRead>(key));

    /// <inheritdoc cref="Detail{TEntity, TRead}(Key)"/>
    public Task<Result<TRead>> DetailAsync<TEntity, TRead>(Key key, CancellationToken cancellationToken = default)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead> =>
        _transaction.ProtectAsync(() => _reads.DetailAsync<TEntity, TRead>(key, cancellationToken), cancellationToken);

    /// <summary>The first row that fits, projected.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <typeparam name="TRead">What the row becomes.</typeparam>
    /// <param name="where">On the entity; should fit one row at most, of several any one is taken.</param>
    public Result<TRead> Detail<TEntity, TRead>(Expression<Func<TEntity, bool>> where)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead> =>
        _transaction.Protect(() => _reads.First<TEntity, TRead>(Query<TEntity, TRead>(where)));

    /// <inheritdoc cref="Detail{TEntity, TRead}(Expression{Func{TEntity, bool}})"/>
    public Task<Result<TRead>> DetailAsync<TEntity, TRead>(
        Expression<Func<TEntity, bool>> where, CancellationToken cancellationToken = default)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead> =>
        _transaction.ProtectAsync(
            () => _reads.FirstAsync<TEntity, TRead>(Query<TEntity, TRead>(where), cancellationToken), cancellationToken);

    /// <summary>One page of a list, with the number of all rows. A sort or filter that names no member of the DTO is
    /// <see cref="Outcome.Invalid"/>.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <typeparam name="TRead">What a row becomes.</typeparam>
    /// <param name="request">Which rows, in what order.</param>
    public Result<Page<TRead>> List<TEntity, TRead>(ListRequest<TEntity, TRead> request)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead> =>
        _transaction.Protect(() => Rows<TEntity, TRead>.Read(context, _rules, request, _ignored));

    /// <inheritdoc cref="List{TEntity, TRead}(ListRequest{TEntity, TRead})"/>
    public Task<Result<Page<TRead>>> ListAsync<TEntity, TRead>(
        ListRequest<TEntity, TRead> request, CancellationToken cancellationToken = default)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead> =>
        _transaction.ProtectAsync(
            () => Rows<TEntity, TRead>.ReadAsync(context, _rules, request, _ignored, cancellationToken), cancellationToken);

    /// <summary>An empty form, with its choices if it <see cref="IHasChoices{TContext}"/>.</summary>
    /// <typeparam name="TForm">The form.</typeparam>
    public Result<TForm> SetUpCreate<TForm>()
        where TForm : class, new() =>
        _transaction.Protect(() => _choices.Fill(new TForm()));

    /// <inheritdoc cref="SetUpCreate{TForm}"/>
    public Task<Result<TForm>> SetUpCreateAsync<TForm>(CancellationToken cancellationToken = default)
        where TForm : class, new() =>
        _transaction.ProtectAsync(() => _choices.FillAsync(new TForm(), cancellationToken), cancellationToken);

    /// <summary>A form with what the row holds now, and its choices if it <see cref="IHasChoices{TContext}"/>.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <typeparam name="TForm">The form.</typeparam>
    /// <param name="key">The primary key of the row.</param>
    /// <exception cref="ArgumentException">The key has other types than the entity's.</exception>
    public Result<TForm> SetUpUpdate<TEntity, TForm>(Key key)
        where TEntity : class
        where TForm : class, IProjection<TEntity, TForm> =>
        _transaction.Protect(() =>
        {
            Result<TForm> form = _reads.Detail<TEntity, TForm>(key);
            return form.IsDone ? _choices.Fill(form.Value) : form;
        });

    /// <inheritdoc cref="SetUpUpdate{TEntity, TForm}(Key)"/>
    public Task<Result<TForm>> SetUpUpdateAsync<TEntity, TForm>(Key key, CancellationToken cancellationToken = default)
        where TEntity : class
        where TForm : class, IProjection<TEntity, TForm> =>
        _transaction.ProtectAsync(
            async () =>
            {
                Result<TForm> form = await _reads.DetailAsync<TEntity, TForm>(key, cancellationToken).ConfigureAwait(false);
                return form.IsDone ? await _choices.FillAsync(form.Value, cancellationToken).ConfigureAwait(false) : form;
            },
            cancellationToken);

    /// <summary>A form that came back with errors, its choices read again: a browser does not send them.</summary>
    /// <typeparam name="TForm">The form.</typeparam>
    /// <param name="form">Keeps what the user entered.</param>
    public Result<TForm> Refill<TForm>(TForm form)
        where TForm : class =>
        _transaction.Protect(() => _choices.Fill(form));

    /// <inheritdoc cref="Refill{TForm}(TForm)"/>
    public Task<Result<TForm>> RefillAsync<TForm>(TForm form, CancellationToken cancellationToken = default)
        where TForm : class =>
        _transaction.ProtectAsync(() => _choices.FillAsync(form, cancellationToken), cancellationToken);

    /// <summary>Saves a new entity, with all that is new behind it.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <param name="entity">Afterwards tracked, with the key that the database gave it.</param>
    public Result<TEntity> Create<TEntity>(TEntity entity)
        where TEntity : class =>
        _transaction.Protect(() => _changes.Create(entity));

    /// <inheritdoc cref="Create{TEntity}(TEntity)"/>
    public Task<Result<TEntity>> CreateAsync<TEntity>(TEntity entity, CancellationToken cancellationToken = default)
        where TEntity : class =>
        _transaction.ProtectAsync(() => _changes.CreateAsync(entity, cancellationToken), cancellationToken);

    /// <summary>Saves a new entity made from a form.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <typeparam name="TForm">The form.</typeparam>
    /// <param name="form">What the user entered.</param>
    public Result<TEntity> Create<TEntity, TForm>(TForm form)
        where TEntity : class
        where TForm : class =>
        _transaction.Protect(() => _changes.Create<TEntity, TForm>(form));

    /// <inheritdoc cref="Create{TEntity, TForm}(TForm)"/>
    public Task<Result<TEntity>> CreateAsync<TEntity, TForm>(TForm form, CancellationToken cancellationToken = default)
        where TEntity : class
        where TForm : class =>
        _transaction.ProtectAsync(() => _changes.CreateAsync<TEntity, TForm>(form, cancellationToken), cancellationToken);

    /// <summary>Saves what differs from the stored row. An entity that the context does not track gives its own values
    /// and those it owns - lists of them by their keys where their class has one, else by their places -, never its
    /// relations or shadow properties.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <param name="entity">With its key, and with its concurrency token if it has one.</param>
    /// <returns>The entity that the context tracks: another object than the one given, unless that was tracked already.</returns>
    public Result<TEntity> Update<TEntity>(TEntity entity)
        where TEntity : class =>
        _transaction.Protect(() => _changes.Update(entity));

    /// <inheritdoc cref="Update{TEntity}(TEntity)"/>
    public Task<Result<TEntity>> UpdateAsync<TEntity>(TEntity entity, CancellationToken cancellationToken = default)
        where TEntity : class =>
        _transaction.ProtectAsync(() => _changes.UpdateAsync(entity, cancellationToken), cancellationToken);

    /// <summary>Writes a form into the stored entity, and saves the columns that changed. A member of the form with the
    /// name of a concurrency token is what the user saw: when the row has another value by now, the outcome is
    /// <see cref="Outcome.Conflict"/>.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <typeparam name="TForm">The form.</typeparam>
    /// <param name="key">The primary key of the row.</param>
    /// <param name="form">What the user entered.</param>
    /// <exception cref="ArgumentException">The key has other types than the entity's.</exception>
    public Result<TEntity> Update<TEntity, TForm>(Key key, TForm form)
        where TEntity : class
        where TForm : class =>
        _transaction.Protect(() => _changes.Update<TEntity, TForm>(key, form));

    /// <inheritdoc cref="Update{TEntity, TForm}(Key, TForm)"/>
    public Task<Result<TEntity>> UpdateAsync<TEntity, TForm>(
        Key key, TForm form, CancellationToken cancellationToken = default)
        where TEntity : class
        where TForm : class =>
        _transaction.ProtectAsync(() => _changes.UpdateAsync<TEntity, TForm>(key, form, cancellationToken), cancellationToken);

    /// <summary>Changes single members of a form as it is now, and saves them like
    /// <see cref="Update{TEntity, TForm}(Key, TForm)"/>. Keys and members that are
    /// <see cref="NotCopiedBackAttribute"/>, ReadOnly or not Editable are refused; a test that fails is
    /// <see cref="Outcome.Conflict"/>. Give the form a concurrency token, or a change of somebody else in between is
    /// lost.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <typeparam name="TForm">The form.</typeparam>
    /// <param name="key">The primary key of the row.</param>
    /// <param name="patch">What to change.</param>
    /// <exception cref="ArgumentException">The key has other types than the entity's.</exception>
    /// <exception cref="InvalidOperationException">The form is an <see cref="IWritesTo{TContext, TEntity}"/> with
    /// members that its projection does not read: they would be written empty.</exception>
    public Result<TEntity> Patch<TEntity, TForm>(Key key, JsonPatch patch)
        where TEntity : class
        where TForm : class, IProjection<TEntity, TForm> =>
        _transaction.Protect(() =>
        {
            // Two reads: the projection may show more than the tracked row holds (a blog's name, a count), which in memory
            // would be missing.
            Result<TForm> patched = Patcher<TEntity, TForm>().Apply(_reads.Detail<TEntity, TForm>(key), patch);
            return patched.IsDone ? _changes.Update<TEntity, TForm>(key, patched.Value) : patched.As<TEntity>();
        });

    /// <inheritdoc cref="Patch{TEntity, TForm}(Key, JsonPatch)"/>
    public Task<Result<TEntity>> PatchAsync<TEntity, TForm>(
        Key key, JsonPatch patch, CancellationToken cancellationToken = default)
        where TEntity : class
        where TForm : class, IProjection<TEntity, TForm> =>
        _transaction.ProtectAsync(
            async () =>
            {
                Result<TForm> form = await _reads.DetailAsync<TEntity, TForm>(key, cancellationToken).ConfigureAwait(false);
                Result<TForm> patched = Patcher<TEntity, TForm>().Apply(form, patch);
                return patched.IsDone
                    ? await _changes.UpdateAsync<TEntity, TForm>(key, patched.Value, cancellationToken).ConfigureAwait(false)
                    : patched.As<TEntity>();
            },
            cancellationToken);

    /// <summary>Deletes one entity. The query filters of the model hold: what a user cannot see he cannot delete.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <param name="key">Its primary key.</param>
    /// <param name="before">Called with the tracked entity; may change others, and refuses the deletion by returning errors.</param>
    /// <exception cref="ArgumentException">The key has other types than the entity's.</exception>
    public Result<TEntity> Delete<TEntity>(Key key, Func<TContext, TEntity, IReadOnlyList<CrudError>>? before = null)
        where TEntity : class =>
        _transaction.Protect(() => _changes.Delete(key, before));

    /// <inheritdoc cref="Delete{TEntity}(Key, Func{TContext, TEntity, IReadOnlyList{CrudError}})"/>
    public Task<Result<TEntity>> DeleteAsync<TEntity>(
        Key key,
        Func<TContext, TEntity, CancellationToken, Task<IReadOnlyList<CrudError>>>? before = null,
        CancellationToken cancellationToken = default)
        where TEntity : class =>
        _transaction.ProtectAsync(() => _changes.DeleteAsync(key, before, cancellationToken), cancellationToken);

    /// <summary>Changes all rows that fit, by one command: no hook, no rule and no concurrency token takes part, and
    /// tracked entities do not notice.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <param name="where">Which rows.</param>
    /// <param name="set">The new values, as in <c>set => set.SetProperty(post => post.Stars, 0)</c>.</param>
    /// <returns>How many rows.</returns>
    public Result<int> UpdateWhere<TEntity>(
        Expression<Func<TEntity, bool>> where, Action<UpdateSettersBuilder<TEntity>> set)
        where TEntity : class =>
        _transaction.Protect(() => _bulk.Update(where, set));

    /// <inheritdoc cref="UpdateWhere{TEntity}(Expression{Func{TEntity, bool}}, Action{UpdateSettersBuilder{TEntity}})"/>
    public Task<Result<int>> UpdateWhereAsync<TEntity>(
        Expression<Func<TEntity, bool>> where, Action<UpdateSettersBuilder<TEntity>> set, CancellationToken cancellationToken = default)
        where TEntity : class =>
        _transaction.ProtectAsync(() => _bulk.UpdateAsync(where, set, cancellationToken), cancellationToken);

    /// <summary>Deletes all rows that fit, by one command: no hook, no rule and no concurrency token takes part, and
    /// tracked entities do not notice.</summary>
    /// <typeparam name="TEntity">The entity.</typeparam>
    /// <param name="where">Which rows.</param>
    /// <returns>How many rows.</returns>
    public Result<int> DeleteWhere<TEntity>(Expression<Func<TEntity, bool>> where)
        where TEntity : class =>
        _transaction.Protect(() => _bulk.Delete(where));

    /// <inheritdoc cref="DeleteWhere{TEntity}(Expression{Func{TEntity, bool}})"/>
    public Task<Result<int>> DeleteWhereAsync<TEntity>(
        Expression<Func<TEntity, bool>> where, CancellationToken cancellationToken = default)
        where TEntity : class =>
        _transaction.ProtectAsync(() => _bulk.DeleteAsync(where, cancellationToken), cancellationToken);

    private FormPatcher<TForm> Patcher<TEntity, TForm>()
        where TEntity : class
        where TForm : class, IProjection<TEntity, TForm>
    {
        FormPlan<TEntity, TForm> plan = FormPlan<TEntity, TForm>.Of(context.Model);
        FormPatcher<TForm> patcher = new(_rules.Json, plan.Entity.Type, plan.Written);
        if (typeof(IWritesTo<TContext, TEntity>).IsAssignableFrom(typeof(TForm))
            && patcher.Unread(ProjectedMembers<TEntity, TForm>.Read) is { Length: > 0 } unread)
            throw new InvalidOperationException(
                $"{typeof(TForm).Name} cannot be patched: its projection does not read {unread}, "
                + "so Write would take what a patch does not name for empty. Mark a list of keys with [ReadsKeys], "
                + "write the projection by hand, or keep the member from clients by a private setter or [ReadOnly(true)].");
        return patcher;
    }
}
