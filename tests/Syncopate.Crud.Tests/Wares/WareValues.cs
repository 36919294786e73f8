using System.Globalization;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>What a call is given for a ware, good or bad.</summary>
internal sealed record WareValues(string Name, Grade Grade, string Secret, string Wood, int Size, IReadOnlyList<int> Marks)
{
    private const string Letters = "abcdefghijklmnopqrstuvwxyz";

    // Too long, missing, and texts that no row of PostgreSQL can have.
    private static readonly string[] BadNames = ["much too long", "", "x\0y", "x\ud800y"];

    public static WareValues Next(Random random, IReadOnlyDictionary<string, (string Text, int Version)> rows)
    {
        string name = random.Next(10) switch
        {
            0 => BadNames[random.Next(BadNames.Length)],
            1 when rows.Count > 0 => rows.Values.ElementAt(random.Next(rows.Count)).Text.Split('|')[0], // Perhaps taken.
            _ => Word(random, 8),
        };
        return new WareValues(
            name, random.Next(20) == 0 ? (Grade)7 : (Grade)random.Next(2), Word(random, 5), Word(random, 4), random.Next(9),
            [.. Enumerable.Range(0, random.Next(3)).Select(_ => random.Next(9))]);
    }

    public Ware To(Ware ware)
    {
        (ware.Name, ware.Grade, ware.Secret) = (Name, Grade, Secret);
        (ware.Crate, ware.Marks) = (new Crate { Wood = Wood, Size = Size }, [.. Marks]);
        return ware;
    }

    public WareForm To(WareForm form)
    {
        (form.Name, form.Grade, form.Secret) = (Name, Grade, Secret);
        (form.Crate, form.Marks) = (new CrateForm { Wood = Wood, Size = Size }, [.. Marks]);
        return form;
    }

    /// <summary>The row that has all of it.</summary>
    public string Text(string amount) => string.Create(
        CultureInfo.InvariantCulture, $"{Name}|{Grade}|{Secret}|{amount}|{Wood} {Size}|{string.Join(',', Marks)}");

    /// <summary>A row that has its name and size, and the rest as before.</summary>
    public string Patched(string before)
    {
        string[] parts = before.Split('|');
        return string.Create(
            CultureInfo.InvariantCulture, $"{Name}|{parts[1]}|{parts[2]}|{parts[3]}|{parts[4].Split(' ')[0]} {Size}|{parts[5]}");
    }

    private static string Word(Random random, int length) =>
        new([.. Enumerable.Range(0, length).Select(_ => Letters[random.Next(Letters.Length)])]);
}
