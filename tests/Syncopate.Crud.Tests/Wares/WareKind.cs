using System.Globalization;
using System.Text.Json.Nodes;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>One kind of ware, whose keys are made from numbers.</summary>
internal abstract class WareKind
{
    public static IReadOnlyList<WareKind> All { get; } =
    [
        new WareKind<Numbered, NumberedForm>(
            number => number, ware => ware.Id, number => new() { Id = number, Amount = number }, number => new() { Id = number }),
        new WareKind<Coded, CodedForm>(
            number => $"c{number}", ware => Number(ware.Code),
            number => new() { Code = $"c{number}", Amount = number }, number => new() { Code = $"c{number}" }),
        new WareKind<Stamped, StampedForm>(
            number => Stamp(number), ware => (int)BitConverter.ToUInt32(ware.Id.ToByteArray()),
            number => new() { Id = Stamp(number), Amount = number }, number => new() { Id = Stamp(number) }),
        new WareKind<Sorted, SortedForm>(
            number => Key.Of(new Sort($"s{number}")), ware => Number(ware.Id.Text),
            number => new() { Id = new($"s{number}"), Amount = number }, number => new() { Id = new($"s{number}") }),
        new WareKind<Placed, PlacedForm>(
            number => Key.Of($"r{number % 3}", number), ware => ware.Place,
            number => new() { Row = $"r{number % 3}", Place = number, Amount = number },
            number => new() { Row = $"r{number % 3}", Place = number }),
        new WareKind<Numbered, NumberedWriter>(
            number => number, ware => ware.Id,
            number => new() { Id = number, Amount = number }, number => new() { Id = number }),
        new WareKind<Coded, CodedWriter>(
            number => $"c{number}", ware => Number(ware.Code),
            number => new() { Code = $"c{number}", Amount = number }, number => new() { Code = $"c{number}" }),
        new WareKind<Stamped, StampedOnce>(
            number => Stamp(number), ware => (int)BitConverter.ToUInt32(ware.Id.ToByteArray()),
            number => new() { Id = Stamp(number), Amount = number },
            number => new() { Id = Stamp(number), Shelf = number % 7, Amount = -1 }),
    ];

    /// <summary>One for each table: the others write the same ones by other forms.</summary>
    public static IEnumerable<WareKind> Tables => All.Take(5);

    /// <summary>Of which a caller saves one of its own.</summary>
    public static WareKind OfCallers => All[1];

    /// <summary>Whether the database makes its key.</summary>
    public abstract bool IsMade { get; }

    /// <summary>Keeps some rows and not too many, the same ones for the same seed.</summary>
    public abstract void Tend(WareContext context, Random random);

    /// <summary>Adds its rows, each by its kind and key.</summary>
    public abstract void Read(WareContext context, IDictionary<string, WareRow> rows);

    /// <summary>By which a ware is found among the rows; null for one of another kind.</summary>
    public abstract string? RowOf(Ware ware);

    /// <summary>Changes a row as another user, or removes it.</summary>
    /// <param name="context">Of that user.</param>
    /// <param name="row">May be there.</param>
    /// <param name="scene">How.</param>
    public abstract void Disturb(WareContext context, string row, WareScene scene);

    /// <summary>Some of its rows, for the context to know already.</summary>
    public abstract IReadOnlyList<Ware> Load(WareContext context, int count);

    /// <summary>A new one, not yet known to any context.</summary>
    public abstract Ware Make(int number, string name);

    /// <summary>A call that may be good or bad.</summary>
    public abstract WareCall Next(Random random, IReadOnlyDictionary<string, WareRow> rows);

    /// <summary>What is stored of a ware in the same way whatever the model.</summary>
    public static string Text(Ware ware)
    {
        string crate = string.Create(CultureInfo.InvariantCulture, $"{ware.Crate.Wood} {ware.Crate.Size} {ware.Crate.Lock}");
        string lists = $"{string.Join(',', ware.Marks)}|{WareValues.Joined(ware.Items)}";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{ware.Name}|{ware.Grade}|{ware.Secret}|{ware.Amount}|{crate}|{lists}|{ware.Shelf}");
    }

    private static Guid Stamp(int number) => new(number, 0, 0, new byte[8]);

    private static int Number(string key) => int.Parse(key.AsSpan(1), CultureInfo.InvariantCulture);
}

/// <inheritdoc/>
/// <param name="keyOf">Its key.</param>
/// <param name="numberOf">The number of its key.</param>
/// <param name="make">One with nothing but a key, and with the number as the amount.</param>
/// <param name="form">A form with nothing but a key.</param>
internal sealed class WareKind<TWare, TForm>(
    Func<int, Key> keyOf, Func<TWare, int> numberOf, Func<int, TWare> make, Func<int, TForm> form) : WareKind
    where TWare : Ware
    where TForm : WareForm, IProjection<TWare, TForm>
{
    private const int FewestRows = 3;
    private const int MostRows = 10;

    private static readonly DateTime Noon = new(2026, 2, 1, 12, 0, 0, DateTimeKind.Utc);

    private static string Kind => typeof(TWare).Name;

    private static bool Writes => typeof(TForm).IsAssignableTo(typeof(IWritesTo<WareContext, TWare>));

    public override bool IsMade => typeof(TWare) == typeof(Numbered);

    public override void Tend(WareContext context, Random random)
    {
        DbSet<TWare> wares = context.Set<TWare>();
        RemoveIncomplete(context);
        if (wares.Count() > MostRows)
            wares.OrderBy(ware => ware.Name).Take(MostRows - FewestRows).ExecuteDelete();
        for (int missing = FewestRows - wares.Count(); missing > 0; missing--)
            wares.Add((TWare)Make(IsMade ? 0 : random.Next(10_000, 20_000), $"t{random.Next(1_000_000)}"));
        context.SaveChanges();
    }

    public override void Read(WareContext context, IDictionary<string, WareRow> rows)
    {
        foreach (TWare ware in context.Set<TWare>().AsNoTracking())
            rows[Row(numberOf(ware))] = WareRow.Of(ware);
    }

    public override string? RowOf(Ware ware) => ware is TWare own ? Row(numberOf(own)) : null;

    public override void Disturb(WareContext context, string row, WareScene scene)
    {
        if (context.Set<TWare>().AsEnumerable().FirstOrDefault(known => RowOf(known) == row) is not { } ware)
            return;

        if (scene.Removes)
            context.Remove(ware);
        ware.Shelf++;
        ware.Version++;

        // Which of the other members a call then writes depends on how they are stored.
        if (!scene.IsWithin)
        {
            if (scene.LosesCrate && context.Shape.Crate == WareCrate.Table && CrateOf(context, ware) is { } crate)
                crate.State = EntityState.Deleted;
            ware.Crate.Size += 10;
            ware.Crate.Round++;

            // By name: a table gives its rows in any order.
            if (ware.Items.MinBy(item => item.Name, StringComparer.Ordinal) is { } first && ware.Items.Count > 1)
                ware.Items.Remove(first);
            else if (ware.Items.Count == 1)
                ware.Items[0].Labels.Clear();
        }
        context.SaveChanges();
    }

    public override IReadOnlyList<Ware> Load(WareContext context, int count) =>
        [.. context.Set<TWare>().OrderBy(ware => ware.Name).Take(count)];

    public override Ware Make(int number, string name)
    {
        TWare ware = make(number);
        (ware.Name, ware.Begins, ware.Day) = (name, Noon, Noon.Date);
        return ware;
    }

    public override WareCall Next(Random random, IReadOnlyDictionary<string, WareRow> rows)
    {
        int[] numbers = [.. rows.Keys.Where(row => row.StartsWith($"{Kind} ", StringComparison.Ordinal))
            .Select(row => int.Parse(row.AsSpan(Kind.Length + 1), CultureInfo.InvariantCulture))];
        int number = random.Next(10) > 0 && numbers.Length > 0 ? numbers[random.Next(numbers.Length)] : random.Next(1, 10_000);
        int newNumber = IsMade ? 0 : random.Next(4) > 0 ? random.Next(1, 10_000) : number;
        WareValues values = WareValues.Next(random, rows);
        int behind = random.Next(8) == 0 ? 1 : 0;
        return random.Next(7) switch
        {
            0 => Create(newNumber, values),
            1 => CreateByForm(newNumber, values),
            2 => Update(number, values, behind),
            3 or 4 => UpdateByForm(number, values, behind),
            5 => Patch(number, values, isOfItems: random.Next(3) == 0),
            _ => Delete(number),
        };
    }

    /// <summary>Those whose crate somebody has removed: not each of the next calls can be made on one.</summary>
    private static void RemoveIncomplete(WareContext context)
    {
        if (context.Shape.Crate != WareCrate.Table)
            return;

        foreach (TWare ware in context.Set<TWare>().ToList())
            if (CrateOf(context, ware) is null)
                context.Remove(ware);
        context.SaveChanges();
    }

    /// <summary>Null where the database has none.</summary>
    private static EntityEntry? CrateOf(WareContext context, TWare ware) =>
        context.Entry(ware).Reference(nameof(Ware.Crate)).TargetEntry is { State: not EntityState.Detached } crate
            ? crate
            : null;

    private static string Row(int number) => string.Create(CultureInfo.InvariantCulture, $"{Kind} {number}");

    private WareCall Create(int number, WareValues values)
    {
        TWare Given() => (TWare)values.To(make(number));
        return new WareCall(
            $"create {Row(number)} as an entity of {values}",
            IsMade ? null : Row(number),
            (crud, _) => crud.Create(Given()),
            async (crud, _, token) => await crud.CreateAsync(Given(), token),
            _ => Text(Given()))
        {
            Given = values,
        };
    }

    private WareCall CreateByForm(int number, WareValues values)
    {
        TForm Given() => (TForm)values.To(form(number));
        return new WareCall(
            $"create {Row(number)} by a form of {values}",
            IsMade ? null : Row(number),
            (crud, _) => crud.Create<TWare, TForm>(Given()),
            async (crud, _, token) => await crud.CreateAsync<TWare, TForm>(Given(), token),
            _ => values.Text(amount: "0", ShelfOf(number, otherwise: "0"), Writes))
        {
            Given = values,
        };
    }

    private WareCall Update(int number, WareValues values, int behind)
    {
        TWare Given(WareRow seen)
        {
            TWare ware = (TWare)values.To(make(number));
            (ware.Version, ware.Stamp) = (seen.Version - behind, unchecked(seen.Stamp - (uint)behind));
            ware.Crate.Round = seen.Round - behind;
            return ware;
        }

        return new WareCall(
            $"update {Row(number)} {behind} behind by an entity of {values}",
            Row(number),
            (crud, seen) => crud.Update(Given(seen)),
            async (crud, seen, token) => await crud.UpdateAsync(Given(seen), token),
            _ => Text(Given(default)))
        {
            Given = values,
        };
    }

    private WareCall UpdateByForm(int number, WareValues values, int behind)
    {
        TForm Given(WareRow seen)
        {
            TForm given = (TForm)values.To(form(number));
            (given.Version, given.Stamp) = (seen.Version - behind, unchecked(seen.Stamp - (uint)behind));
            given.Crate.Round = seen.Round - behind;
            return given;
        }

        return new WareCall(
            $"update {Row(number)} {behind} behind by a form of {values}",
            Row(number),
            (crud, seen) => crud.Update<TWare, TForm>(keyOf(number), Given(seen)),
            async (crud, seen, token) => await crud.UpdateAsync<TWare, TForm>(keyOf(number), Given(seen), token),
            before => values.Text(before.Split('|')[3], ShelfOf(number, before.Split('|')[^1]), Writes))
        {
            Given = values,
        };
    }

    private WareCall Patch(int number, WareValues values, bool isOfItems)
    {
        JsonPatchOperation[] OfRow() => isOfItems
            ? []
            : [new("replace", "/name", values.Name), new("replace", "/crate/size", values.Crate.Size)];
        JsonPatch Given() => new(
        [
            .. OfRow(),
            .. values.Items.Take(1).Select(name =>
                new JsonPatchOperation("add", "/items/-", new JsonObject { ["name"] = name })),
        ]);
        return new WareCall(
            $"patch {Row(number)} by {(isOfItems ? "" : "the name, the size and ")}the first item of {values}",
            Row(number),
            (crud, _) => crud.Patch<TWare, TForm>(keyOf(number), Given()),
            async (crud, _, token) => await crud.PatchAsync<TWare, TForm>(keyOf(number), Given(), token),
            before => values.Patched(before, Writes, isOfItems))
        {
            IsOfView = true,
        };
    }

    private WareCall Delete(int number) => new(
        $"delete {Row(number)}",
        Row(number),
        (crud, _) => crud.Delete<TWare>(keyOf(number)),
        async (crud, _, token) => await crud.DeleteAsync<TWare>(keyOf(number), cancellationToken: token),
        _ => null);

    /// <summary>What a form that has it gives.</summary>
    private static string ShelfOf(int number, string otherwise) => typeof(TForm) == typeof(StampedOnce)
        ? string.Create(CultureInfo.InvariantCulture, $"{number % 7}")
        : otherwise;
}
