using System.Globalization;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>What a call is given for a ware, good or bad.</summary>
internal sealed record WareValues(string Name, Grade Grade, string Secret, Crate Crate, IReadOnlyList<int> Marks)
{
    private const string Letters = "abcdefghijklmnopqrstuvwxyz";
    private const char Closing = '!';

    // Too long, missing, and texts that no row of PostgreSQL can have.
    private static readonly string[] BadNames = ["much too long", "", "x\0y", "x\ud800y"];

    private static readonly DateTime Noon = new(2026, 3, 1, 12, 0, 0, DateTimeKind.Unspecified);

    public IReadOnlyList<string> Items { get; init; } = [];

    /// <summary>With an offset, and more digits of a second than any column keeps.</summary>
    public DateTimeOffset Begins { get; init; }

    /// <summary>With a time, which a date has not.</summary>
    public DateTime Day { get; init; }

    /// <summary>With a place more than its column has.</summary>
    public decimal Price { get; init; }

    public int Shelf { get; init; }

    public static WareValues Next(Random random, IReadOnlyDictionary<string, WareRow> rows)
    {
        string name = random.Next(10) switch
        {
            0 => BadNames[random.Next(BadNames.Length)],
            1 when rows.Count > 0 => (rows.Values.ElementAt(random.Next(rows.Count)).Text ?? "").Split('|')[0], // Perhaps taken.
            _ => Word(random, 8),
        };
        Crate crate = new() { Wood = Word(random, 4), Size = random.Next(9), Lock = Word(random, 2) };
        Grade grade = random.Next(20) == 0 ? (Grade)7 : (Grade)random.Next(2);
        return new WareValues(
            name, grade, Word(random, 5), crate, [.. Enumerable.Range(0, random.Next(3)).Select(_ => random.Next(9))])
        {
            Items = [.. Enumerable.Range(0, random.Next(3)).Select(_ => Word(random, 3))],
            Begins = new DateTimeOffset(Moment(random), TimeSpan.FromHours(random.Next(-3, 4))),
            Day = Moment(random),
            Price = random.Next(1_000_000) / 1000m,
            Shelf = random.Next(1000, 1_000_000),
        };
    }

    /// <summary>What a form that writes by itself makes of a secret, however often.</summary>
    public static string Closed(string secret) => $"{secret.TrimEnd(Closing)}{Closing}";

    /// <summary>True for names that a form that writes by itself refuses.</summary>
    public static bool IsRefused(string name) => name is ['a' or 'b' or 'c' or 'd', ..];

    /// <summary>All of a ware, and others, is changed before it is refused: none of it may stay.</summary>
    public static IReadOnlyList<CrudError> Overturned(Ware ware, IEnumerable<Ware> others)
    {
        foreach (Ware other in others)
            other.Secret = "overturned";
        ware.Marks.Add(77);
        ware.Crate.Wood = "x";
        ware.Items.Add(new WareItem { Name = "more" });
        ware.Price++;
        return [new CrudError("", "Not today.")];
    }

    public Ware To(Ware ware)
    {
        (ware.Name, ware.Grade, ware.Secret, ware.Shelf) = (Name, Grade, Secret, Shelf);
        ware.Crate = new Crate { Wood = Crate.Wood, Size = Crate.Size, Lock = Crate.Lock };
        (ware.Marks, ware.Items) = ([.. Marks], NewItems());
        (ware.Begins, ware.Day, ware.Price) = (Begins, Day, Price);
        return ware;
    }

    public WareForm To(WareForm form)
    {
        (form.Name, form.Grade, form.Secret) = (Name, Grade, Secret);
        form.Crate = new CrateForm { Wood = Crate.Wood, Size = Crate.Size, Lock = Crate.Lock };
        (form.Marks, form.Items) = ([.. Marks], NewItems());
        (form.Begins, form.Day, form.Price) = (Begins, Day, Price);
        return form;
    }

    /// <summary>The row that has all that a form has of it.</summary>
    /// <param name="amount">In no form that writes it.</param>
    /// <param name="shelf">In few forms.</param>
    /// <param name="closes">Whether the form writes by itself.</param>
    public string Text(string amount, string shelf, bool closes)
    {
        string items = Joined(NewItems());
        string crate = string.Create(CultureInfo.InvariantCulture, $"{Crate.Wood} {Crate.Size} {Crate.Lock}");
        return $"{Name}|{Grade}|{(closes ? Closed(Secret) : Secret)}|{amount}|{crate}|{string.Join(',', Marks)}|{items}|{shelf}";
    }

    /// <summary>A row that has its name and size and its first item more, or that item alone, and the rest as before.</summary>
    public string Patched(string before, bool closes, bool isOfItems)
    {
        string[] parts = before.Split('|');
        string[] crate = parts[4].Split(' ');
        if (!isOfItems)
        {
            parts[0] = Name;
            crate[1] = Crate.Size.ToString(CultureInfo.InvariantCulture);
        }
        IEnumerable<string> items = parts[6].Split(',', StringSplitOptions.RemoveEmptyEntries)
            .Concat(Items.Take(1).Select(name => $"{name}::"));
        parts[2] = closes ? Closed(parts[2]) : parts[2];
        parts[4] = string.Join(' ', crate);
        parts[6] = string.Join(',', items.Order(StringComparer.Ordinal));
        return string.Join('|', parts);
    }

    /// <summary>In whatever order they are stored.</summary>
    public static string Joined(IEnumerable<WareItem> items) =>
        string.Join(
            ',',
            items.Select(item => $"{item.Name}:{item.Note}:{string.Join('+', item.Labels.Select(label => label.Text))}")
                .Order(StringComparer.Ordinal));

    /// <summary>For a report.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Text("-", $"{Shelf}", closes: false)} {Begins:O} {Day:O} {Price}");

    private List<WareItem> NewItems() =>
    [
        .. Items.Select(name => new WareItem { Name = name, Note = $"of {name}", Labels = [new() { Text = $"on {name}" }] }),
    ];

    private static DateTime Moment(Random random) => Noon.AddTicks(random.NextInt64(TimeSpan.TicksPerDay));

    private static string Word(Random random, int length) =>
        new([.. Enumerable.Range(0, length).Select(_ => Letters[random.Next(Letters.Length)])]);
}
