using System.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Trials;
using Xunit;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>One call on two databases of the same rows, in one form on each: both answer alike, and context and rows are as the answer
/// says.</summary>
/// <param name="Databases">Rows stay for the next trial.</param>
/// <param name="Canceller">Of the second, whose calls are awaited.</param>
/// <param name="IsPostgres">Whether they are of PostgreSQL, where a scope may stand around a call.</param>
/// <param name="Seed">Decides everything; printed when it goes wrong.</param>
internal sealed record WareTrial<TContext>(
    (AnyDatabase<TContext> Sync, AnyDatabase<TContext> Async) Databases, Canceller Canceller, bool IsPostgres, int Seed)
    where TContext : WareContext
{
    private enum Around
    {
        Nothing,
        Transaction,
        Scope,
    }

    /// <returns>Whether the call was done.</returns>
    /// <exception cref="Xunit.Sdk.XunitException">Something is not as the answer says.</exception>
    public async Task<bool> RunAsync()
    {
        Random random = new(Seed);
        WareKind kind = WareKind.All[random.Next(WareKind.All.Count)];
        foreach (AnyDatabase<TContext> database in (AnyDatabase<TContext>[])[Databases.Sync, Databases.Async])
        {
            using TContext context = database.Open();
            kind.Tend(context, new Random(Seed));
            context.Set<Audit>().ExecuteDelete();
        }

        SortedDictionary<string, (string Text, int Version)> before = Rows(Databases.Async);
        WareCall call = kind.Next(random, before);
        (Around around, int known, int number) = ((Around)random.Next(IsPostgres ? 3 : 2), random.Next(4), random.Next(20_000, 1_000_000));
        string story = $"seed {Seed}, {typeof(TContext).Name}, {call.Name}, {known} known, {around}";
        try
        {
            using CancellationTokenSource source = new();
            // A key that a cancelled call has taken of the database is lost to it, and later rows of the two would differ.
            bool isCancelled = random.Next(5) == 0 && kind != WareKind.All[0];
            Canceller.Arm(isCancelled ? source : null, random.Next(1, 5));
            Result? awaited = await CallAsync(Databases.Async, async crud => await call.Asynchronous(crud, source.Token), source);
            Canceller.Arm(null, 0);
            Result? blocking = await CallAsync(
                Databases.Sync, crud => Task.FromResult(awaited is null ? null : call.Synchronous(crud)), null);

            Assert.Equal(Told(awaited), Told(blocking));
            return awaited is { IsDone: true };
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            Assert.Fail($"{story}:\n{e}");
            return false;
        }

        async Task<Result?> CallAsync(
            AnyDatabase<TContext> database, Func<CrudService<WareContext>, Task<Result?>> form, CancellationTokenSource? source)
        {
            using TransactionScope? scope = around == Around.Scope ? new(TransactionScopeAsyncFlowOption.Enabled) : null;
            using TContext context = database.Open();
            using IDbContextTransaction? transaction = around == Around.Transaction ? context.Database.BeginTransaction() : null;
            Ware own = WareKind.All[1].Make(number, $"o{number}");
            context.Add(own);
            context.SaveChanges(); // The caller's own work, which no refusal may take back.
            kind.Load(context, known);
            IReadOnlyList<string> image = ContextImage.Of(context);
            Result? result = await AnswerAsync(form, new CrudService<WareContext>(context), source);
            bool isDone = result is { IsDone: true };
            if (!isDone)
                Assert.Equal(image, ContextImage.Of(context));
            else
                Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
            Assert.Equal(0, context.SaveChanges());
            transaction?.Commit();
            scope?.Complete();
            scope?.Dispose();

            SortedDictionary<string, (string Text, int Version)> after = Rows(database);
            Assert.Equal(WareKind.Text(own), after[$"Coded {number}"].Text);
            string? row = isDone ? call.Row(result!) : null; // Not null: it is done.
            if (row is not null)
                Assert.Equal(call.Expected(before.GetValueOrDefault(row).Text), after.GetValueOrDefault(row).Text);
            Assert.DoesNotContain(
                before.Keys.Union(after.Keys),
                key => key != row && key != $"Coded {number}" && before.GetValueOrDefault(key) != after.GetValueOrDefault(key));
            CheckAudits(database);
            database.Stored(stored => stored.Set<Coded>().Where(ware => ware.Code == $"c{number}").ExecuteDelete());
            return result;
        }
    }

    /// <summary>Null when it was cancelled, which is the caller's own wish.</summary>
    private static async Task<Result?> AnswerAsync(
        Func<CrudService<WareContext>, Task<Result?>> form, CrudService<WareContext> crud, CancellationTokenSource? source)
    {
        try
        {
            return await form(crud);
        }
        catch (OperationCanceledException) when (source is { IsCancellationRequested: true })
        {
            return null;
        }
    }

    /// <summary>Each save was noted once: an interceptor that runs twice for one save notes it twice.</summary>
    private static void CheckAudits(AnyDatabase<TContext> database)
    {
        string[] notes = database.Stored(context => context.Set<Audit>().Select(audit => audit.Text).ToArray());
        Assert.Equal(notes.Distinct().Order(), notes.Order());
    }

    private static SortedDictionary<string, (string Text, int Version)> Rows(AnyDatabase<TContext> database) => database.Stored(context =>
    {
        SortedDictionary<string, (string, int)> rows = new(StringComparer.Ordinal);
        foreach (WareKind kind in WareKind.All)
            kind.Read(context, rows);
        return rows;
    });

    private static string Told(Result? result) =>
        result is null ? "cancelled" : $"{result.Outcome}: {result.Message} {string.Join(' ', result.Errors)}";
}
