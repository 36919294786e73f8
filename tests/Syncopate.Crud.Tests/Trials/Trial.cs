using System.Globalization;
using Microsoft.EntityFrameworkCore;
using Xunit;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>One call on a context that already knows something, and the question whether context and database are as
/// the answer says.</summary>
/// <param name="database">Its rows stay for the next trial.</param>
/// <param name="seed">Decides everything; printed when it goes wrong.</param>
internal sealed class Trial(TrialDatabase database, int seed)
{
    private readonly Random _random = new(seed);
    private string? _pending; // The row that the caller has changed and not saved, by kind and key.

    /// <returns>Whether the call was done.</returns>
    /// <exception cref="Xunit.Sdk.XunitException">Something is not as the answer says.</exception>
    public async Task<bool> RunAsync(CancellationToken cancellationToken)
    {
        database.Refill();
        using TrialContext context = database.Open();
        context.ChangeTracker.AutoDetectChangesEnabled = _random.Next(4) > 0;
        Dictionary<string, string> before = database.Rows();
        TrialCall call = new TrialCalls(_random, before, context.Shape.HasVersion).Next();
        Track(context, before);
        IReadOnlyList<string> image = ContextImage.Of(context);
        bool isAsync = _random.Next(2) == 0;
        string story = $"seed {seed}, {context.Shape}, {call.Name}, {(isAsync ? "async" : "sync")}, tracked:\n{string.Join('\n', image)}\n";
        try
        {
            Result? result = await AnswerAsync(call, new CrudService<TrialContext>(context), isAsync, cancellationToken);
            if (result is { IsDone: true })
                CheckDone(context, call, result, before);
            else
                CheckUndone(context, image, before);
            return result is { IsDone: true };
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            Assert.Fail($"{story}{e}");
            return false;
        }
    }

    /// <summary>Null when the form broke, which is an exception and undoes no less than a refusal.</summary>
    private static async Task<Result?> AnswerAsync(
        TrialCall call, CrudService<TrialContext> crud, bool isAwaited, CancellationToken cancellationToken)
    {
        try
        {
            return isAwaited ? await call.Asynchronous(crud, cancellationToken) : call.Synchronous(crud);
        }
        catch (NotSupportedException)
        {
            return null;
        }
    }

    /// <summary>What a caller may have read and changed before it calls.</summary>
    private void Track(TrialContext context, Dictionary<string, string> rows)
    {
        TrialCalls keys = new(_random, rows, hasVersion: false);
        if (_random.Next(3) == 0)
            context.Harbours.Include(harbour => harbour.Ships).Take(_random.Next(1, 3)).Load();
        if (_random.Next(3) == 0)
            context.Flags.Take(2).Load();
        if (_random.Next(2) == 0)
            context.Ships.OrderBy(ship => ship.Id).Skip(_random.Next(3)).Take(2).Include(ship => ship.Flags).Load();
        if (_random.Next(3) == 0 && keys.AnyOf("ship") is var id)
            context.Ships.Where(ship => ship.Id == id).Load();

        switch (_random.Next(7))
        {
            case 0 when context.Ships.Local.FirstOrDefault() is { } ship:
                context.Entry(ship).Property(row => row.Name).CurrentValue = $"p{_random.Next(1000000)}";
                _pending = string.Create(CultureInfo.InvariantCulture, $"ship {ship.Id}");
                break;
            case 1:
                context.Add(new Flag { Colour = $"new {_random.Next(1000000)}" });
                _pending = "flag";
                break;
            case 2 when context.Ships.Local.FirstOrDefault() is { } ship:
                ship.Keel = ship.Keel is null ? Keel.Of("teak") : null;
                _pending = string.Create(CultureInfo.InvariantCulture, $"ship {ship.Id}");
                break;
        }
        context.ChangeTracker.DetectChanges();
    }

    private void CheckDone(TrialContext context, TrialCall call, Result result, Dictionary<string, string> before)
    {
        Dictionary<string, string> after = database.Rows();
        Assert.True(call.Holds(before, after, result), $"The rows are not those of the answer '{result}':\n{Told(after)}");
        Assert.DoesNotContain(
            before.Keys.Union(after.Keys),
            row => before.GetValueOrDefault(row) != after.GetValueOrDefault(row) && !call.Touches(row) && !IsPending(row, before));
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        foreach (Ship ship in context.Ships.Local)
        {
            Assert.Equal(after[string.Create(CultureInfo.InvariantCulture, $"ship {ship.Id}")], Line(ship));
            if (context.Entry(ship).Collection(row => row.Flags).IsLoaded)
                Assert.Equal(
                    after.Keys.Where(row => TrialCalls.Flies(row, ship.Id)).Order(StringComparer.Ordinal),
                    ship.Flags.Select(flag => TrialCalls.Fly(ship.Id, flag.Id)).Order(StringComparer.Ordinal));
        }
        Assert.Equal(0, context.SaveChanges());
    }

    private void CheckUndone(TrialContext context, IReadOnlyList<string> image, Dictionary<string, string> before)
    {
        Assert.Equal(Told(before), Told(database.Rows()));
        Assert.Equal(image, ContextImage.Of(context));

        // What shows in no image shows in what is saved next: the caller's own change and nothing else.
        context.ChangeTracker.DetectChanges();
        Assert.Equal(image, ContextImage.Of(context));
        Assert.Equal(_pending is null ? 0 : 1, context.SaveChanges());
        Dictionary<string, string> after = database.Rows();
        Assert.DoesNotContain(
            before.Keys.Union(after.Keys),
            row => before.GetValueOrDefault(row) != after.GetValueOrDefault(row) && !IsPending(row, before));
    }

    private bool IsPending(string row, Dictionary<string, string> before) =>
        row == _pending || _pending == "flag" && row.StartsWith("flag ", StringComparison.Ordinal) && !before.ContainsKey(row);

    private static string Line(Ship ship)
    {
        string harbour = ship.HarbourId?.ToString(CultureInfo.InvariantCulture) ?? "none";
        string parts = $"{ship.Name}, {ship.Engine.Maker}, {ship.Load.Unit}";
        string dues = string.Join(',', ship.Dues);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{parts}, {ship.Load.Amount}, {Keel.Told(ship.Keel)}, [{dues}], {harbour}, {(ship.IsSunk ? 1 : 0)}, {ship.Version}");
    }

    private static string Told(Dictionary<string, string> rows) => string.Join(
        '\n', rows.OrderBy(row => row.Key, StringComparer.Ordinal).Select(row => $"{row.Key}: {row.Value}"));
}
