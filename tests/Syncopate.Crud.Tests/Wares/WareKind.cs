using System.Globalization;
using Microsoft.EntityFrameworkCore;

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
    ];

    /// <summary>Keeps some rows and not too many, the same ones for the same seed.</summary>
    public abstract void Tend(WareContext context, Random random);

    /// <summary>Adds its rows, each by its key and as one text.</summary>
    public abstract void Read(WareContext context, IDictionary<string, (string Text, int Version)> rows);

    /// <summary>Some of its rows, for the context to know already.</summary>
    public abstract IReadOnlyList<Ware> Load(WareContext context, int count);

    /// <summary>A new one, not yet known to any context.</summary>
    public abstract Ware Make(int number, string name);

    /// <summary>A call that may be good or bad.</summary>
    public abstract WareCall Next(Random random, IReadOnlyDictionary<string, (string Text, int Version)> rows);

    /// <summary>What is stored of a ware but its version.</summary>
    public static string Text(Ware ware) => string.Create(
        CultureInfo.InvariantCulture,
        $"{ware.Name}|{ware.Grade}|{ware.Secret}|{ware.Amount}|{ware.Crate.Wood} {ware.Crate.Size}|{string.Join(',', ware.Marks)}");

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

    private static string Kind => typeof(TWare).Name;

    private static bool IsMade => typeof(TWare) == typeof(Numbered);

    public override void Tend(WareContext context, Random random)
    {
        DbSet<TWare> wares = context.Set<TWare>();
        if (wares.Count() > MostRows)
            wares.OrderBy(ware => ware.Name).Take(MostRows - FewestRows).ExecuteDelete();
        for (int missing = FewestRows - wares.Count(); missing > 0; missing--)
            wares.Add((TWare)Make(IsMade ? 0 : random.Next(10_000, 20_000), $"t{random.Next(1_000_000)}"));
        context.SaveChanges();
    }

    public override void Read(WareContext context, IDictionary<string, (string Text, int Version)> rows)
    {
        foreach (TWare ware in context.Set<TWare>().AsNoTracking())
            rows[Row(numberOf(ware))] = (Text(ware), ware.Version);
    }

    public override IReadOnlyList<Ware> Load(WareContext context, int count) =>
        [.. context.Set<TWare>().OrderBy(ware => ware.Name).Take(count)];

    public override Ware Make(int number, string name)
    {
        TWare ware = make(number);
        ware.Name = name;
        return ware;
    }

    public override WareCall Next(Random random, IReadOnlyDictionary<string, (string Text, int Version)> rows)
    {
        int[] numbers = [.. rows.Keys.Where(row => row.StartsWith($"{Kind} ", StringComparison.Ordinal))
            .Select(row => int.Parse(row.AsSpan(Kind.Length + 1), CultureInfo.InvariantCulture))];
        int number = random.Next(10) > 0 && numbers.Length > 0 ? numbers[random.Next(numbers.Length)] : random.Next(1, 10_000);
        int newNumber = IsMade ? 0 : random.Next(4) > 0 ? random.Next(1, 10_000) : number;
        WareValues values = WareValues.Next(random, rows);
        int version = rows.GetValueOrDefault(Row(number)).Version - (random.Next(8) == 0 ? 1 : 0);
        return random.Next(7) switch
        {
            0 => Create(newNumber, values),
            1 => CreateByForm(newNumber, values),
            2 => Update(number, values, version),
            3 or 4 => UpdateByForm(number, values, version),
            5 => Patch(number, values),
            _ => Delete(number),
        };
    }

    private static string Row(int number) => string.Create(CultureInfo.InvariantCulture, $"{Kind} {number}");

    private WareCall Create(int number, WareValues values)
    {
        TWare Given() => (TWare)values.To(make(number));
        return new WareCall(
            $"create {Row(number)} as an entity of {values}",
            crud => crud.Create(Given()),
            async (crud, token) => await crud.CreateAsync(Given(), token),
            RowOf,
            _ => Text(Given()));
    }

    private WareCall CreateByForm(int number, WareValues values)
    {
        TForm Given() => (TForm)values.To(form(number));
        return new WareCall(
            $"create {Row(number)} by a form of {values}",
            crud => crud.Create<TWare, TForm>(Given()),
            async (crud, token) => await crud.CreateAsync<TWare, TForm>(Given(), token),
            RowOf,
            _ => values.Text(amount: "0"));
    }

    private WareCall Update(int number, WareValues values, int version)
    {
        TWare Given()
        {
            TWare ware = (TWare)values.To(make(number));
            ware.Version = version;
            return ware;
        }

        return new WareCall(
            $"update {Row(number)} v{version} by an entity of {values}",
            crud => crud.Update(Given()),
            async (crud, token) => await crud.UpdateAsync(Given(), token),
            _ => Row(number),
            _ => Text(Given()));
    }

    private WareCall UpdateByForm(int number, WareValues values, int version)
    {
        TForm Given()
        {
            TForm given = (TForm)values.To(form(number));
            given.Version = version;
            return given;
        }

        return new WareCall(
            $"update {Row(number)} v{version} by a form of {values}",
            crud => crud.Update<TWare, TForm>(keyOf(number), Given()),
            async (crud, token) => await crud.UpdateAsync<TWare, TForm>(keyOf(number), Given(), token),
            _ => Row(number),
            before => values.Text(before!.Split('|')[3])); // Not null: what is updated was there.
    }

    private WareCall Patch(int number, WareValues values)
    {
        JsonPatch Given() => new([new("replace", "/name", values.Name), new("replace", "/crate/size", values.Size)]);
        return new WareCall(
            $"patch {Row(number)} by the name and the size of {values}",
            crud => crud.Patch<TWare, TForm>(keyOf(number), Given()),
            async (crud, token) => await crud.PatchAsync<TWare, TForm>(keyOf(number), Given(), token),
            _ => Row(number),
            before => values.Patched(before!)); // As there.
    }

    private WareCall Delete(int number) => new(
        $"delete {Row(number)}",
        crud => crud.Delete<TWare>(keyOf(number)),
        async (crud, token) => await crud.DeleteAsync<TWare>(keyOf(number), cancellationToken: token),
        _ => Row(number),
        _ => null);

    private string RowOf(Result result) => Row(numberOf(((Result<TWare>)result).Value));
}
