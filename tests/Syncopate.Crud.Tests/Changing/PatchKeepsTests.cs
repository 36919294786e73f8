using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>A patch changes what it names, and nothing else: also of what JSON does not carry.</summary>
[Trait("Judges", "behaviour")]
public sealed class PatchKeepsTests(PostgresFixture postgres)
{
    private const string Before = "box; keep; False; none; 1; Infinity; inside hidden";

    private static readonly IReadOnlyDictionary<string, CrudRules> Rules = new Dictionary<string, CrudRules>
    {
        ["usual"] = CrudRules.Default,
        ["without nulls"] = CrudRules.Default with
        {
            Json = new JsonSerializerOptions(JsonSerializerDefaults.Web) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        },
        ["without defaults"] = CrudRules.Default with
        {
            Json = new JsonSerializerOptions(JsonSerializerOptions.Web) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault },
        },
    };

    private static readonly (string Patch, Outcome Outcome, string Rows)[] Patches =
    [
        ("""[{"op":"replace","path":"/name","value":"new"}]""", Outcome.Done, "new; keep; False; none; 2; Infinity; inside hidden"),
        ("""[{"op":"replace","path":"/inner/shown","value":"new"}]""", Outcome.Done, "box; keep; False; none; 2; Infinity; new hidden"),
        ("""[{"op":"test","path":"/isOpen","value":false},{"op":"replace","path":"/isOpen","value":true}]""",
            Outcome.Done, "box; keep; True; none; 2; Infinity; inside hidden"),
        ("""[{"op":"test","path":"/note","value":null},{"op":"replace","path":"/note","value":"n"}]""",
            Outcome.Done, "box; keep; False; n; 2; Infinity; inside hidden"),
        ("""[{"op":"replace","path":"/height","value":2.5}]""", Outcome.Done, "box; keep; False; none; 2; 2.5; inside hidden"),
        ("""[{"op":"remove","path":"/height"},{"op":"add","path":"/height","value":1}]""",
            Outcome.Done, "box; keep; False; none; 2; 1; inside hidden"),
        ("""[{"op":"replace","path":"/secret","value":"x"}]""", Outcome.Invalid, Before),
        ("""[{"op":"replace","path":"/inner/hidden","value":"x"}]""", Outcome.Invalid, Before),
        ("""[{"op":"replace","path":"/name","value":"new"},{"op":"replace","path":"/height","value":"high"}]""", Outcome.Invalid, Before),
        ("""[{"op":"replace","path":"/name","value":"new"},{"op":"test","path":"/inner/shown","value":"x"}]""", Outcome.Conflict, Before),
    ];

    public static TheoryData<string, string, string, int> Rows() =>
        CrudTests.EverywhereWith(Rules.Keys, Enumerable.Range(0, Patches.Length));

    [Theory, MemberData(nameof(Rows))]
    public async Task A_patch_changes_what_it_names_and_nothing_else(string product, string form, string rules, int patch)
    {
        using AnyDatabase<BoxContext> database = new(product, postgres);
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using BoxContext context = database.Open();
        Inner inner = new() { Shown = "inside", Hidden = "hidden" };
        context.Add(new Box { Name = "box", Secret = "keep", Height = double.PositiveInfinity, Version = 1, Inner = inner });
        context.SaveChanges();
        context.ChangeTracker.Clear();
        CrudService<BoxContext> crud = new(context, Rules[rules]);
        JsonPatch asked = JsonPatch.Parse(Patches[patch].Patch).Value;

        Result<Box> result = await calls.CallAsync(
            () => crud.Patch<Box, BoxForm>(1, asked), token => crud.PatchAsync<Box, BoxForm>(1, asked, token));

        Assert.Equal((Patches[patch].Outcome, Patches[patch].Rows), (result.Outcome, database.Stored(Told)));
    }

    private static string Told(BoxContext context)
    {
        Box box = context.Set<Box>().Single();
        string inner = $"{box.Inner.Shown} {box.Inner.Hidden}";
        return FormattableString.Invariant(
            $"{box.Name}; {box.Secret}; {box.IsOpen}; {box.Note ?? "none"}; {box.Version}; {box.Height}; {inner}");
    }
}

public sealed class BoxContext(DbContextOptions<BoxContext> options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Box>(box =>
    {
        box.Property(row => row.Version).IsConcurrencyToken();
        box.OwnsOne(row => row.Inner);
        box.Navigation(row => row.Inner).IsRequired();
    });
}

public sealed class Box
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public string Secret { get; set; } = "";

    public bool IsOpen { get; set; }

    public string? Note { get; set; }

    public double Height { get; set; }

    public int Version { get; set; }

    public Inner Inner { get; set; } = new();
}

public sealed class Inner
{
    public string Shown { get; set; } = "";

    public string Hidden { get; set; } = "";
}

[ProjectsFrom<Box>]
public sealed partial class BoxForm
{
    public string Name { get; set; } = "";

    [JsonIgnore]
    public string Secret { get; set; } = "";

    public bool IsOpen { get; set; } = true;

    public string? Note { get; set; } = "none given";

    public double Height { get; set; }

    [JsonIgnore]
    public int Version { get; set; }

    public InnerForm Inner { get; set; } = new();
}

[ProjectsFrom<Inner>]
public sealed partial class InnerForm
{
    public string Shown { get; set; } = "";

    [JsonIgnore]
    public string Hidden { get; set; } = "";
}
