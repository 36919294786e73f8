using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Refusing;
using Syncopate.Crud.Validating;

namespace Syncopate.Crud.Saving;

/// <summary>Everything between a changed entity and a row: hook, rules, save, and what the database says to it.</summary>
internal sealed class SavePipeline(DbContext context, CrudRules rules)
{
    /// <summary>Said at the beginning of a synchronous call, before it reads or writes anything: whether it will come to
    /// a save is up to the data, and a mistake must not wait for that.</summary>
    /// <exception cref="InvalidOperationException">The hook is asynchronous only.</exception>
    public void RequireSynchronous()
    {
        if (rules is { BeforeSave: null, BeforeSaveAsync: not null })
            throw new InvalidOperationException(
                "A synchronous save was asked for, but only CrudRules.BeforeSaveAsync is set, which it could run only by blocking. "
                + "Set CrudRules.BeforeSave too, or call the asynchronous form.");
    }

    public Saved Save(Attempt attempt)
    {
        if (attempt.LetIn(rules.BeforeSave) is { } before)
            before(context);
        if (Unsavable(attempt) is { } unsavable)
            return Saved.Refused([unsavable]);
        List<EntityEntry> changed = TrackedEntries.Changed(context);
        if (Broken(changed) is { Count: > 0 } broken)
            return Saved.Refused(broken);
        if (changed.Count > 0 && context is ISaveRules own && own.Check(changed) is { Count: > 0 } errors)
            return Saved.Refused(errors);

        bool looks = Looks(attempt, changed);
        Repeat? repeat = MayRepeat(changed) ? Repeat.Of(context) : null;
        for (int retries = 0; ; retries++)
        {
            using WrittenRows written = new(context, changed);
            try
            {
                using Unlooking? unlooking = looks ? null : new Unlooking(context);
                return written.Done(context.SaveChanges());
            }
            catch (Exception e) when (written.AreThere && IsOfDatabase(e))
            {
                return Saved.Refused(Refusal.AfterSaving(e));
            }
            catch (DbUpdateConcurrencyException e)
            {
                ConflictRow row = ConflictRow.Of(e, attempt.Subject);
                PropertyValues? current = row.Entity?.GetDatabaseValues();
                List<PropertyValues> parts =
                    [.. row.Parts.Select(part => part.GetDatabaseValues()).OfType<PropertyValues>()];
                return Saved.Refused(row.Refused(e, current, parts));
            }
            catch (InvalidOperationException e) when (ErrorOf(e, attempt) is { } error)
            {
                return Saved.Refused([error]);
            }
            catch (Exception e) when (DatabaseFailure.Of(e) is { } failure)
            {
                if (failure.Kind != FailureKind.Contention || retries >= rules.Retries || !MayRepeat(changed))
                    return Saved.Refused(Refused(failure, e, changed));
                written.Undo();
                repeat?.Rewind();
            }
            finally
            {
                if (written.AreThere)
                    attempt.Keep();
            }
        }
    }

    /// <summary>The token is obeyed up to the save, and from there as <see cref="Commit.Obeyed"/> says.</summary>
    public async Task<Saved> SaveAsync(Attempt attempt, CancellationToken cancellationToken)
    {
        if (attempt.LetIn(rules.BeforeSaveAsync) is { } before)
            await before(context, cancellationToken).ConfigureAwait(false);
        else
            attempt.LetIn(rules.BeforeSave)?.Invoke(context);
        if (Unsavable(attempt) is { } unsavable)
            return Saved.Refused([unsavable]);
        List<EntityEntry> changed = TrackedEntries.Changed(context);
        if (Broken(changed) is { Count: > 0 } broken)
            return Saved.Refused(broken);
        if (changed.Count > 0
            && context is ISaveRules own
            && await own.CheckAsync(changed, cancellationToken).ConfigureAwait(false) is { Count: > 0 } errors)
            return Saved.Refused(errors);

        CancellationToken saveToken = Commit.Obeyed(context, cancellationToken);
        bool looks = Looks(attempt, changed);
        Repeat? repeat = MayRepeat(changed) ? Repeat.Of(context) : null;
        for (int retries = 0; ; retries++)
        {
            using WrittenRows written = new(context, changed);
            try
            {
                using Unlooking? unlooking = looks ? null : new Unlooking(context);
                return written.Done(await context.SaveChangesAsync(saveToken).ConfigureAwait(false));
            }
            catch (Exception e) when (written.AreThere && IsOfDatabase(e))
            {
                return Saved.Refused(Refusal.AfterSaving(e));
            }
            catch (DbUpdateConcurrencyException e)
            {
                ConflictRow row = ConflictRow.Of(e, attempt.Subject);
                PropertyValues? current = await CurrentAsync(row.Entity, cancellationToken).ConfigureAwait(false);
                List<PropertyValues> parts = [];
                foreach (EntityEntry part in row.Parts)
                    if (await CurrentAsync(part, cancellationToken).ConfigureAwait(false) is { } values)
                        parts.Add(values);
                return Saved.Refused(row.Refused(e, current, parts));
            }
            catch (InvalidOperationException e) when (ErrorOf(e, attempt) is { } error)
            {
                return Saved.Refused([error]);
            }
            catch (Exception e) when (DatabaseFailure.Of(e) is { } failure)
            {
                if (failure.Kind != FailureKind.Contention || retries >= rules.Retries || !MayRepeat(changed))
                    return Saved.Refused(Refused(failure, e, changed));
                written.Undo();
                repeat?.Rewind();
            }
            finally
            {
                if (written.AreThere)
                    attempt.Keep();
            }
        }
    }

    /// <summary>What is wrong with a form by the rules that can be told before anything is done or looked at.</summary>
    /// <param name="form">What the user entered.</param>
    public IReadOnlyList<CrudError> Broken<TForm>(TForm form)
        where TForm : class
    {
        List<CrudError> errors = [];
        if (!rules.Validates)
            return errors;

        FormRules.Of(typeof(TForm)).Check(form, "", errors);
        if (errors.Count == 0 && ObjectRules.Of(typeof(TForm)) is { MayRead: false } own)
            own.Check(form, new RuleServices(context), "", skips: null, errors);
        return errors;
    }

    /// <summary>The same by rules that are code of the application: they may read, and change what is tracked.</summary>
    /// <param name="form">Not broken otherwise.</param>
    /// <param name="attempt">Undoes what a rule did when the form is refused.</param>
    public IReadOnlyList<CrudError> BrokenByItself<TForm>(TForm form, Attempt attempt)
        where TForm : class
    {
        List<CrudError> errors = [];
        ObjectRules own = ObjectRules.Of(typeof(TForm));
        if (rules.Validates && own.MayRead)
            attempt.LetIn(own)?.Check(form, new RuleServices(context), "", skips: null, errors);
        return errors;
    }

    /// <summary>What keeps all that is tracked from being saved at all; null when it is prepared for that.</summary>
    private CrudError? Unsavable(Attempt attempt)
    {
        try
        {
            Prepare(attempt);
            return null;
        }
        catch (InvalidOperationException e) when (ErrorOf(e, attempt) is { } error)
        {
            return error;
        }
    }

    private CrudError? ErrorOf(InvalidOperationException exception, Attempt attempt) =>
        GraphErrors.Of(context, exception, attempt.Subject?.Metadata);

    /// <summary>After the hook, which may change and raise what it likes.</summary>
    private void Prepare(Attempt attempt)
    {
        attempt.Detect();
        StoredValues.Set(context);
        attempt.WriteWhole(); // Last of what looks at values: EF Core keeps no original value of what is new.
        if (rules.RaisesVersion)
            attempt.RaiseVersion();
        attempt.CompareTokens(rules.RaisesVersion);
        attempt.FindUncompared();
    }

    /// <summary>False where all changes have been looked for already, and no code of the application has run since.</summary>
    private bool Looks(Attempt attempt, List<EntityEntry> changed) => !attempt.HasLooked
        || context is ISaveRules || Repeat.IsShared(context)
        || rules.Validates && changed.Exists(entry => EntityRules.Of(entry.Metadata).MayRead);

    private List<CrudError> Broken(List<EntityEntry> changed)
    {
        List<CrudError> errors = [];
        ReadOnlyColumns.Find(changed, errors);
        RequiredValues.Find(changed, errors);
        if (errors.Count == 0 && rules.Validates)
            Validate(changed, errors);
        if (errors.Count > 0)
            return errors;

        if (rules.Validates)
            UnfitValues.FindUnknownNames(changed, errors);
        UnfitValues.FindBrokenTexts(changed, errors);
        UnfitValues.FindLargeAmounts(changed, errors);
        UnfitValues.FindInfiniteInJson(changed, errors);
        ComplexItems.Find(changed, errors);
        return errors;
    }

    private void Validate(List<EntityEntry> changed, List<CrudError> errors)
    {
        RuleServices services = new(context);
        foreach (EntityEntry entry in changed)
            if (entry.State != EntityState.Deleted)
                EntityRules.Of(entry.Metadata).Check(entry, services, errors);
    }

    /// <summary>Never in the caller's transaction: what it did before in it is lost, and only the caller can do it again.</summary>
    private bool MayRepeat(List<EntityEntry> changed) => rules.Retries > 0 && Repeat.IsAllowed(context, changed);

    private static async Task<PropertyValues?> CurrentAsync(EntityEntry? entry, CancellationToken cancellationToken) =>
        entry is null ? null : await entry.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false);

    private static bool IsOfDatabase(Exception e) =>
        e is DbUpdateConcurrencyException || DatabaseFailure.Of(e) is not null;

    /// <summary>By what EF Core names, and by all that was written where it names nothing: a constraint may be deferred to the commit.
    /// </summary>
    private Refusal Refused(DatabaseFailure failure, Exception exception, List<EntityEntry> changed) =>
        failure.IsUnavailable
        ? failure.RefusedSave()
        : new Refusal(Outcome.Invalid, "")
        {
            Errors = new ConstraintErrors(context, rules.Messages).Of(
                failure, exception is DbUpdateException { Entries: { Count: > 0 } named } ? named : changed),
            Cause = exception,
        };
}

/// <summary>What came of a save.</summary>
/// <param name="Rows">Rows written; 0 when nothing had changed, or it was refused.</param>
/// <param name="Refusal">Null when it was saved.</param>
internal readonly record struct Saved(int Rows, Refusal? Refusal)
{
    public static Saved Refused(IReadOnlyList<CrudError> errors) => new(0, new Refusal(Outcome.Invalid, "") { Errors = errors });

    public static Saved Refused(Refusal refusal) => new(0, refusal);
}
