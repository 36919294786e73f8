using System.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Trials;
using Xunit;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>One call in one form on one database, and the question whether context and rows are as it answers.</summary>
internal sealed class WareRun(WareDatabase database, WareKind kind, WareCall call, WareScene scene)
{
    private readonly Canceller _canceller = new();
    private readonly Contention _contention = new();
    private readonly BeforeWrite _beforeWrite = new();
    private readonly AfterSave _afterSave = new();

    // As others left them last: what is there when the call does nothing.
    private SortedDictionary<string, WareRow> _rows = [];

    private string Own => $"{nameof(Coded)} {scene.Own}";

    /// <exception cref="Xunit.Sdk.XunitException">Something is not as the answer says.</exception>
    public async Task<WareAnswer> PlayAsync(bool isAwaited)
    {
        _rows = database.Rows();
        WareRow seen = _rows.GetValueOrDefault(call.Row ?? "");
        using TransactionScope? scope =
            scene.Around == Around.Scope ? new(TransactionScopeAsyncFlowOption.Enabled) : null;
        using WareContext context = Opened();
        using IDbContextTransaction? transaction =
            scene.Around == Around.Transaction ? context.Database.BeginTransaction() : null;
        Ware own = WareKind.OfCallers.Make(scene.Own, $"o{scene.Own}");
        context.Add(own);
        context.SaveChanges(); // The caller's own work, which no refusal may take back.
        kind.Load(context, scene.Known);
        if (scene is { Rival: not Rival.None, IsWithin: false })
            Disturb();
        IReadOnlyList<string> image = ContextImage.Of(context);

        using CancellationTokenSource source = new();
        Arm(context, source);
        WareAnswer answer = await AnswerAsync(context, seen, isAwaited ? source : null);
        Disarm(context);

        bool isSaved = IsSaved(answer);
        if (isSaved)
            Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        else
            Assert.Equal(image, ContextImage.Of(context));
        Assert.Equal(0, context.SaveChanges());
        transaction?.Commit();
        scope?.Complete();
        scope?.Dispose();

        SortedDictionary<string, WareRow> after = database.Rows();
        Assert.Equal(WareKind.Text(own), after[Own].Text);
        CheckRows(after, answer, isSaved);
        if (isSaved && !scene.IsWithin)
            CheckContext(context, after);
        CheckAudits(isSaved);
        Forget();
        return answer;
    }

    private WareContext Opened()
    {
        IInterceptor[] always = [_canceller, _contention, _beforeWrite, _afterSave];
        return database.Open(scene.IsAudited ? [new Auditor(), .. always] : always);
    }

    private void Arm(WareContext context, CancellationTokenSource source)
    {
        if (scene.IsWithin)
            _beforeWrite.First = Disturb;
        switch (scene.Trouble)
        {
            case Trouble.Cancellation:
                _canceller.Arm(source, scene.Passing + 1);
                break;
            case Trouble.Deadlock:
                _contention.Arm(scene.Passing, scene.Times);
                break;
            case Trouble.BusyLater:
                Follow(context, () => throw new DbUpdateException("The second database is busy.", new Deadlock()));
                break;
            case Trouble.BugLater:
                Follow(context, () => throw new NotSupportedException("No mail server."));
                break;
        }
    }

    private void Disarm(WareContext context)
    {
        _beforeWrite.First = null;
        _canceller.Arm(null, 0);
        _contention.Arm(0, 0);
        Follow(context, null);
    }

    private void Follow(WareContext context, Action? later)
    {
        if (context is OverridingWares overriding)
            overriding.Later = later;
        else
            _afterSave.Later = later;
    }

    /// <summary>Another user, on a connection and in a transaction of his own.</summary>
    private void Disturb()
    {
        using TransactionScope aside = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        using (WareContext other = database.Open())
        {
            if (call.Row is { } row)
                kind.Disturb(other, row, scene with { LosesCrate = scene.LosesCrate && !call.IsOfView });
        }
        _rows = database.Rows();
        _rows.Remove(Own);
    }

    private async Task<WareAnswer> AnswerAsync(WareContext context, WareRow seen, CancellationTokenSource? awaited)
    {
        CrudService<WareContext> crud = new(context, CrudRules.Default with { Retries = scene.Retries });
        try
        {
            return new WareAnswer(
                awaited is null ? call.Synchronous(crud, seen) : await call.Asynchronous(crud, seen, awaited.Token),
                IsBroken: false);
        }
        catch (OperationCanceledException) when (awaited is { IsCancellationRequested: true })
        {
            return new WareAnswer(null, IsBroken: false);
        }
        catch (NotSupportedException) when (scene.Trouble == Trouble.BugLater)
        {
            return new WareAnswer(null, IsBroken: true);
        }
    }

    /// <summary>A bug after the save says nothing of the save; in a transaction of the caller the call is taken back.</summary>
    private bool IsSaved(WareAnswer answer) => answer.Result is { IsDone: true } or { MayBeSaved: true }
        || answer.IsBroken && scene.Around == Around.Nothing && !Others(database.Rows()).SequenceEqual(Others(_rows));

    private IEnumerable<KeyValuePair<string, WareRow>> Others(SortedDictionary<string, WareRow> rows) =>
        rows.Where(row => row.Key != Own);

    private void CheckRows(SortedDictionary<string, WareRow> after, WareAnswer answer, bool isSaved)
    {
        string? row = isSaved ? call.Row ?? after.Keys.Except(_rows.Keys).Single(key => key != Own) : null;
        string[] others = [.. _rows.Keys.Union(after.Keys).Where(key => key != row && key != Own)];
        Assert.Equal(
            others.Select(key => (key, _rows.GetValueOrDefault(key))),
            others.Select(key => (key, after.GetValueOrDefault(key))));
        if (row is null)
            return;

        // Who finds nothing to change writes nothing, and does not see that the row has gone.
        WareRow now = after.GetValueOrDefault(row);
        if (scene.Rival == Rival.RemovesWithin
            && now.Text is null
            && answer.Result?.Message.StartsWith("Nothing had changed", StringComparison.Ordinal) is true)
        {
            return;
        }

        Assert.Equal(Expected(_rows.GetValueOrDefault(row).Text ?? "", now.Text), now.Text);
        if (now.Text is not null && call.Given is { } given)
            CheckKept(given, now);
    }

    /// <summary>Who sets a member to what he has read of it writes nothing, and what another user wrote meanwhile stays.</summary>
    private string? Expected(string before, string? now)
    {
        string? expected = call.Expected(before);
        if (scene.Rival != Rival.ChangesWithin || expected is null || now is null)
            return expected;

        return Shelf(now) == Shelf(before)
            ? expected[..^Shelf(expected).Length] + Shelf(before)
            : expected;
    }

    private static string Shelf(string row) => row[(row.LastIndexOf('|') + 1)..];

    /// <summary>What a column does not keep of a value is less than its last place.</summary>
    private void CheckKept(WareValues given, WareRow row)
    {
        double place = database.IsPostgres ? Math.Pow(10, -database.Shape.SecondDigits) : 0;
        Assert.InRange((row.Begins - given.Begins).Duration().TotalSeconds, 0, place);
        Assert.Equal(database.IsPostgres ? given.Day.Date : given.Day, row.Day);
        Assert.InRange(Math.Abs(row.Price - given.Price), 0, 0.005m);
    }

    /// <summary>All that the context knows is as it is stored.</summary>
    private static void CheckContext(WareContext context, SortedDictionary<string, WareRow> rows)
    {
        foreach (EntityEntry<Ware> entry in context.ChangeTracker.Entries<Ware>())
        {
            string row = WareKind.Tables.Select(each => each.RowOf(entry.Entity)).OfType<string>().First();
            Assert.Equal((row, rows.GetValueOrDefault(row)), (row, WareRow.Of(entry.Entity)));
        }
    }

    /// <summary>Each save was noted once: an interceptor that runs twice for one save notes it twice.</summary>
    private void CheckAudits(bool isSaved)
    {
        string[] notes = database.Audits();
        Assert.Equal(notes.Distinct().Order(), notes.Order());
        if (!isSaved)
            Assert.Equal(scene.IsAudited ? 1 : 0, notes.Length); // That of the caller's own.
    }

    private void Forget()
    {
        using WareContext context = database.Open();
        context.Set<Coded>().Where(ware => ware.Code == $"c{scene.Own}").ExecuteDelete();
    }
}
