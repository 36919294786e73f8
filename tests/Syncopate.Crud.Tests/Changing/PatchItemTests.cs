using System.Text.Json.Serialization;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>A patch inside a list or a struct changes what it names, also where JSON does not carry all of an item.</summary>
[Trait("Judges", "behaviour")]
public sealed class PatchItemTests(PostgresFixture postgres)
{
    private static readonly (string Patch, string Row)[] Patches =
    [
        ("""[{"op":"replace","path":"/lines/0/name","value":"x"}]""", "x|one|False;b|two|False; c|kept"),
        ("""[{"op":"add","path":"/lines/-","value":{"name":"x"}}]""", "a|one|False;b|two|False;x||True; c|kept"),
        ("""[{"op":"remove","path":"/lines/0"}]""", "b|two|False; c|kept"),
        ("""[{"op":"add","path":"/lines/0","value":{"name":"x","isOn":false}},{"op":"replace","path":"/lines/2/isOn","value":true}]""",
            "x||False;a|one|False;b|two|True; c|kept"),
        ("""[{"op":"replace","path":"/lines/1","value":{"name":"x"}}]""", "a|one|False;x||True; c|kept"),
        ("""[{"op":"replace","path":"/corner/shown","value":"x"}]""", "a|one|False;b|two|False; x|kept"),
        ("""[{"op":"replace","path":"/corner","value":{"shown":"x"}}]""", "a|one|False;b|two|False; x|kept"),
    ];

    public static TheoryData<string, string, int> Rows() =>
        CrudTests.EverywhereWith(Enumerable.Range(0, Patches.Length));

    [Theory, MemberData(nameof(Rows))]
    public async Task The_other_items_stay_what_they_are(string database, string form, int patch)
    {
        using CrudOn<BillContext> bills = new(database, form, postgres);
        bills.Given(new Bill
        {
            Lines = [new() { Name = "a", Secret = "one", IsOn = false }, new() { Name = "b", Secret = "two", IsOn = false }],
            Corner = new() { Shown = "c", Hidden = "kept" },
        });
        JsonPatch asked = JsonPatch.Parse(Patches[patch].Patch).Value;

        Result<Bill> result = await bills.CallAsync(
            crud => crud.Patch<Bill, BillForm>(1, asked),
            (crud, token) => crud.PatchAsync<Bill, BillForm>(1, asked, token));

        Assert.True(result.IsDone, $"{result}");
        Assert.Equal(Patches[patch].Row, bills.Stored(Told));
    }

    private static string Told(BillContext context) =>
        context.Set<Bill>().Single() is var bill ? $"{BillContext.Text(bill.Lines)}; {bill.Corner.Shown}|{bill.Corner.Hidden}" : "";
}

public sealed class BillContext(DbContextOptions<BillContext> options) : DbContext(options)
{
    public static string Text(IEnumerable<BillLine> lines) =>
        string.Join(';', lines.Select(line => $"{line.Name}|{line.Secret}|{line.IsOn}"));

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Bill>(bill =>
    {
        ValueComparer<List<BillLine>> byText = new(
            (one, other) => Text(one!) == Text(other!),
            lines => Text(lines).GetHashCode(StringComparison.Ordinal),
            lines => Lines(Text(lines)));
        bill.Property(row => row.Lines).HasConversion(lines => Text(lines), text => Lines(text), byText);
        bill.Property(row => row.Corner).HasConversion(corner => $"{corner.Shown}|{corner.Hidden}", text => CornerOf(text));
    });

    private static List<BillLine> Lines(string text) =>
    [
        .. text.Split(';', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('|'))
            .Select(parts => new BillLine { Name = parts[0], Secret = parts[1], IsOn = bool.Parse(parts[2]) }),
    ];

    private static Corner CornerOf(string text) => text.Split('|') is [var shown, var hidden]
        ? new Corner { Shown = shown, Hidden = hidden }
        : default;
}

public sealed class Bill
{
    public int Id { get; set; }

    public List<BillLine> Lines { get; set; } = [];

    public Corner Corner { get; set; }
}

public sealed class BillLine
{
    public string Name { get; set; } = "";

    [JsonIgnore]
    public string Secret { get; set; } = "";

    public bool IsOn { get; set; } = true;
}

public struct Corner
{
    public string Shown { get; set; }

    [JsonIgnore]
    public string Hidden { get; set; }
}

[ProjectsFrom<Bill>]
public sealed partial class BillForm
{
    public List<BillLine> Lines { get; set; } = [];

    public Corner Corner { get; set; }
}
