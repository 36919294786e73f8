using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>A key that the model does not make comes from the form that creates the row; no form changes one later.</summary>
[Trait("Judges", "behaviour")]
public sealed class NaturalKeyTests(PostgresFixture postgres)
{
    private static readonly Guid First = new("00000000-0000-0000-0000-000000000001");
    private static readonly Guid Other = new("00000000-0000-0000-0000-000000000002");

    private static readonly IReadOnlyDictionary<string, Func<NaturalKeyTests, string, string, Task>> Kinds =
        new Dictionary<string, Func<NaturalKeyTests, string, string, Task>>
        {
            ["composite"] = (tests, database, form) => tests.CheckAsync<Ledger, LedgerForm>(
                database,
                form,
                Key.Of(2026, "A-17"),
                new() { Year = 2026, No = "A-17" },
                new() { Year = 2027, No = "B", Note = "changed" }),
            ["marked"] = (tests, database, form) => tests.CheckAsync<Coded, CodedForm>(
                database, form, "A-17", new("A-17", ""), new("B", "changed")),
            ["text by convention"] = (tests, database, form) => tests.CheckAsync<Named, NamedForm>(
                database, form, "A-17", new() { Id = "A-17" }, new() { Id = "B", Note = "changed" }),
            ["number that nothing makes"] = (tests, database, form) => tests.CheckAsync<Numbered, NumberedForm>(
                database, form, 7L, new() { Id = 7 }, new() { Id = 8, Note = "changed" }),
            ["number by the context"] = (tests, database, form) => tests.CheckAsync<Fluent, FluentForm>(
                database, form, 7, new() { Id = 7 }, new() { Id = 8, Note = "changed" }),
            ["made by the class"] = (tests, database, form) => tests.CheckAsync<Given, GivenForm>(
                database, form, First, new() { Id = First }, new() { Id = Other, Note = "changed" }),
            ["converted"] = (tests, database, form) => tests.CheckAsync<Converted, ConvertedForm>(
                database, form, Key.Of(new Code("A-17")), new() { Id = new("A-17") }, new() { Id = new("B"), Note = "changed" }),
            ["set once"] = (tests, database, form) => tests.CheckAsync<Fixed, FixedForm>(
                database, form, "A-17", new() { FixedId = "A-17" }, new() { FixedId = "B", Note = "changed" }),
            ["of a factory"] = (tests, database, form) => tests.CheckAsync<Opened, OpenedForm>(
                database, form, "A-17", new() { Id = "a-17" }, new() { Id = "B", Note = "changed" }),
            ["of a narrower number"] = (tests, database, form) => tests.CheckAsync<Measure, MeasureForm>(
                database,
                form,
                Key.Of((short)2026, "A-17"),
                new() { Year = 2026, No = "A-17" },
                new() { Year = 2027, No = "B", Note = "changed" }),
            ["beside an Id that is none"] = (tests, database, form) => tests.CheckAsync<Product, ProductForm>(
                database, form, "A-17", new() { Code = "A-17", Id = 7 }, new() { Code = "B", Id = 8, Note = "changed" }),
            ["made, and wider in the form"] = (tests, database, form) => tests.CheckAsync<Made, WideMadeForm>(
                database, form, 1, new() { Id = 7 }, new() { Id = 8, Note = "changed" }),
            ["made by the database"] = (tests, database, form) => tests.CheckAsync<Made, MadeForm>(
                database, form, 1, new() { Id = 7 }, new() { Id = 8, Note = "changed" }),
        };

    public static TheoryData<string, string, string> Rows() => CrudTests.EverywhereWith(Kinds.Keys);

    [Theory, MemberData(nameof(Rows))]
    public Task A_key_is_taken_for_a_new_row_unless_it_is_made_and_never_changed(string database, string form, string kind) =>
        Kinds[kind](this, database, form);

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task A_form_of_nothing_but_a_key_creates_a_row_and_changes_nothing(string product, string form)
    {
        using CrudOn<LedgerContext> ledgers = new(product, form, postgres);

        Result<Coded> created = await ledgers.CallAsync(
            crud => crud.Create<Coded, CodeForm>(new("A-17")), (crud, token) => crud.CreateAsync<Coded, CodeForm>(new("A-17"), token));
        Result<Coded> updated = await ledgers.CallAsync(
            crud => crud.Update<Coded, CodeForm>("A-17", new("B")),
            (crud, token) => crud.UpdateAsync<Coded, CodeForm>("A-17", new("B"), token));

        Assert.True(created.IsDone && updated.IsDone, $"{created}; {updated}");
        Assert.Equal("Nothing had changed, so nothing was saved.", updated.Message);
        Assert.Equal("A-17", ledgers.Stored(context => context.Set<Coded>().Single().Code));
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task A_member_that_only_has_the_name_of_a_key_is_copied(string product, string form)
    {
        using CrudOn<LedgerContext> ledgers = new(product, form, postgres);
        JsonPatch patch = JsonPatch.Parse("""[{"op":"replace","path":"/id","value":9}]""").Value;
        int StoredId() => ledgers.Stored(context => context.Set<Product>().Single().Id);

        Result<Product> created = await ledgers.CallAsync(
            crud => crud.Create<Product, ProductForm>(new() { Code = "A", Id = 7 }),
            (crud, token) => crud.CreateAsync<Product, ProductForm>(new() { Code = "A", Id = 7 }, token));
        int afterCreate = StoredId();
        Result<Product> updated = await ledgers.CallAsync(
            crud => crud.Update<Product, ProductForm>("A", new() { Code = "A", Id = 8 }),
            (crud, token) => crud.UpdateAsync<Product, ProductForm>("A", new() { Code = "A", Id = 8 }, token));
        int afterUpdate = StoredId();
        Result<Product> patched = await ledgers.CallAsync(
            crud => crud.Patch<Product, ProductForm>("A", patch),
            (crud, token) => crud.PatchAsync<Product, ProductForm>("A", patch, token));

        Assert.True(created.IsDone && updated.IsDone && patched.IsDone, $"{created}; {updated}; {patched}");
        Assert.Equal((7, 8, 9), (afterCreate, afterUpdate, StoredId()));
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task A_number_that_its_key_has_not_is_an_error_on_its_member(string product, string form)
    {
        using CrudOn<LedgerContext> ledgers = new(product, form, postgres);
        MeasureForm given = new() { Year = 70_000, No = "A" };

        Result<Measure> created = await ledgers.CallAsync(
            crud => crud.Create<Measure, MeasureForm>(given),
            (crud, token) => crud.CreateAsync<Measure, MeasureForm>(given, token));

        Assert.Equal([new CrudError("Year", "'70000' is no value that year can have.")], created.Errors);
        Assert.Empty(ledgers.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task A_key_that_is_empty_is_an_error_on_its_member(string product, string form)
    {
        using CrudOn<LedgerContext> ledgers = new(product, form, postgres);

        Result[] refused =
        [
            await ledgers.CallAsync(
                crud => crud.Create<Coded, CodedForm>(new("", "n")),
                (crud, token) => crud.CreateAsync<Coded, CodedForm>(new("", "n"), token)),
            await ledgers.CallAsync(
                crud => crud.Create<Nameless, NamelessForm>(new()),
                (crud, token) => crud.CreateAsync<Nameless, NamelessForm>(new(), token)),
            await ledgers.CallAsync(
                crud => crud.Create(new Nameless()), (crud, token) => crud.CreateAsync(new Nameless(), token)),
            await ledgers.CallAsync(
                crud => crud.Create<Coded, CodedForm>(new(null!, "n")),
                (crud, token) => crud.CreateAsync<Coded, CodedForm>(new(null!, "n"), token)),
            await ledgers.CallAsync(
                crud => crud.Update(new Nameless()), (crud, token) => crud.UpdateAsync(new Nameless(), token)),
        ];

        Assert.All(refused, result => Assert.Equal([new CrudError("Code", "Code must not be empty.")], result.Errors));
        Assert.Empty(ledgers.Context.ChangeTracker.Entries());
        Assert.Equal(0, ledgers.Stored(context => context.Set<Coded>().Count() + context.Set<Nameless>().Count()));
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task An_empty_text_may_be_a_part_of_a_key_and_the_key_of_an_entity_that_the_application_makes(
        string product, string form)
    {
        CrudRules rules = new() { BeforeSave = context => context.Add(new Given { Id = Guid.Empty }) };
        using CrudOn<LedgerContext> ledgers = new(product, form, postgres);
        CrudService<LedgerContext> hooked = ledgers.Open(rules);

        Result[] results =
        [
            await ledgers.CallAsync(
                crud => crud.Create<Ledger, LedgerForm>(new() { Year = 1 }),
                (crud, token) => crud.CreateAsync<Ledger, LedgerForm>(new() { Year = 1 }, token)),
            await ledgers.CallAsync(
                crud => crud.Create(new Ledger { Year = 2 }),
                (crud, token) => crud.CreateAsync(new Ledger { Year = 2 }, token)),
            await ledgers.CallAsync(
                crud => crud.Create(new Coded()), (crud, token) => crud.CreateAsync(new Coded(), token)),
            await ledgers.CallAsync(
                _ => hooked.Create(new Numbered { Id = 1 }),
                (_, token) => hooked.CreateAsync(new Numbered { Id = 1 }, token)),
        ];

        Assert.All(results, result => Assert.True(result.IsDone, $"{result} {result.Cause}"));
        Assert.Equal(2, ledgers.Stored(context => context.Set<Ledger>().Count(row => row.No == "")));
        Assert.Equal("", ledgers.Stored(context => context.Set<Coded>().Single().Code));
        Assert.Equal(Guid.Empty, ledgers.Stored(context => context.Set<Given>().Single().Id));
    }

    private async Task CheckAsync<TEntity, TForm>(string product, string form, Key key, TForm given, TForm changed)
        where TEntity : Noted
        where TForm : class
    {
        using AnyDatabase<LedgerContext> database = new(product, postgres);
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using LedgerContext context = database.Open();
        CrudService<LedgerContext> crud = new(context);

        Result<TEntity> created = await calls.CallAsync(
            () => crud.Create<TEntity, TForm>(given), token => crud.CreateAsync<TEntity, TForm>(given, token));
        Result<TEntity> updated = await calls.CallAsync(
            () => crud.Update<TEntity, TForm>(key, changed), token => crud.UpdateAsync<TEntity, TForm>(key, changed, token));

        Assert.True(created.IsDone && updated.IsDone, $"{created}; {updated}");
        Assert.Equal("changed", database.Stored(other => new CrudService<LedgerContext>(other).Detail<TEntity>(key)).Value.Note);
        Assert.Equal(1, database.Stored(other => other.Set<TEntity>().Count()));
    }
}
