using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

public sealed class ParcelTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task Nested_and_flattened_members_of_owned_and_complex_values_are_written(string database, string form)
    {
        Use(database, form);
        ParcelForm given = new() { Label = "Books", Destination = new AddressForm { City = "Graz" }, PostageCurrency = "EUR" };

        Result<Parcel> made = await CallAsync(
            () => Crud.Create<Parcel, ParcelForm>(given),
            token => Crud.CreateAsync<Parcel, ParcelForm>(given, token));
        int id = made.Value.Number;
        ParcelForm seen = Crud.SetUpUpdate<Parcel, ParcelForm>(id).Value;
        (seen.Destination!.City, seen.PostageCurrency) = ("Linz", "ATS");
        Result<Parcel> changed = await CallAsync(
            () => Open().Update<Parcel, ParcelForm>(id, seen),
            token => Open().UpdateAsync<Parcel, ParcelForm>(id, seen, token));

        Assert.Equal("The parcel was changed.", changed.Message);
        Assert.Equal(
            ("Linz", "ATS"),
            Stored(context => (context.Set<Parcel>().Single().Destination.City, context.Set<Parcel>().Single().Postage.Currency)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_rule_of_a_nested_form_is_told_by_its_path(string database, string form)
    {
        Use(database, form);
        ParcelForm given = new() { Destination = new AddressForm { City = "Salzburg" } };

        Result<Parcel> refused = await CallAsync(
            () => Crud.Create<Parcel, ParcelForm>(given),
            token => Crud.CreateAsync<Parcel, ParcelForm>(given, token));

        Assert.Equal([new CrudError("Destination.City", "A city has six letters here.")], refused.Errors);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Null_where_the_form_has_none_is_an_error_on_its_member(string database, string form)
    {
        Use(database, form);
        ParcelForm given = new() { Label = null!, Destination = new AddressForm { City = null! }, PostageCurrency = null! };

        Result<Parcel> refused = await CallAsync(
            () => Crud.Create<Parcel, ParcelForm>(given),
            token => Crud.CreateAsync<Parcel, ParcelForm>(given, token));

        CrudError[] expected =
        [
            new("Label", "Label must not be empty."),
            new("PostageCurrency", "Postage currency must not be empty."),
            new("Destination.City", "City must not be empty."),
        ];
        Assert.Equal(expected, refused.Errors);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_key_that_only_the_context_knows_is_never_taken_from_a_form(string database, string form)
    {
        Use(database, form);
        Parcel parcel = new() { Label = "Old" };
        Given(parcel);
        ParcelForm given = new() { Number = 777, Label = "New" };

        Result<Parcel> changed = await CallAsync(
            () => Crud.Update<Parcel, ParcelForm>(parcel.Number, given),
            token => Crud.UpdateAsync<Parcel, ParcelForm>(parcel.Number, given, token));
        Result<Parcel> made = await CallAsync(
            () => Crud.Create<Parcel, ParcelForm>(given),
            token => Crud.CreateAsync<Parcel, ParcelForm>(given, token));

        Assert.True(changed.IsDone, changed.ToString());
        Assert.Equal("New", Stored(context => context.Find<Parcel>(parcel.Number)!.Label));
        Assert.NotEqual(777, made.Value.Number);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Another_key_of_a_stored_row_cannot_be_changed_and_the_user_is_told(string database, string form)
    {
        Use(database, form);
        Country country = new() { Code = "AT" };
        Given(country);

        Result<Country> byForm = await CallAsync(
            () => Crud.Update<Country, CountryCode>(country.Id, new CountryCode("DE")),
            token => Crud.UpdateAsync<Country, CountryCode>(country.Id, new CountryCode("DE"), token));
        Country given = new() { Id = country.Id, Code = "DE" };
        Result<Country> byEntity = await CallAsync(() => Crud.Update(given), token => Crud.UpdateAsync(given, token));

        Assert.All(
            [byForm, byEntity],
            refused => Assert.Equal([new CrudError("Code", "Code cannot be changed, because other rows refer to it.")], refused.Errors));
        Assert.Equal("AT", Stored(context => context.Set<Country>().Single().Code));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_method_says_its_own_message_and_warnings_and_setters_beside_it_are_written(string database, string form)
    {
        Use(database, form);
        Parcel parcel = new() { Label = "Old" };
        Given(parcel);
        Shipping given = new() { Label = "New", Carrier = "Post" };

        Result<Parcel> done = await CallAsync(
            () => Crud.Update<Parcel, Shipping>(parcel.Number, given),
            token => Crud.UpdateAsync<Parcel, Shipping>(parcel.Number, given, token));
        Result<Parcel> again = await CallAsync(
            () => Crud.Update<Parcel, Shipping>(parcel.Number, given),
            token => Crud.UpdateAsync<Parcel, Shipping>(parcel.Number, given, token));

        Assert.Equal(("It is on its way.", "Expect delays."), (done.Message, Assert.Single(done.Warnings)));
        Assert.Equal("Nothing had changed, so nothing was saved.", again.Message);
        Assert.Equal(("New", "Post"), Stored(context => (context.Set<Parcel>().Single().Label, context.Set<Parcel>().Single().Carrier)));
    }

    [Fact]
    public async Task An_asynchronous_method_and_factory_are_awaited_and_their_refusals_heard()
    {
        Use("sqlite", "async");
        CancellationToken token = TestContext.Current.CancellationToken;

        Result<Parcel> made = await Crud.CreateAsync<Parcel, Packing>(new Packing("Books"), token);
        Result<Parcel> unmade = await Crud.CreateAsync<Parcel, Packing>(new Packing(""), token);
        Result<Parcel> shipped = await Crud.UpdateAsync<Parcel, LateShipping>(made.Value.Number, new LateShipping("Post"), token);
        Result<Parcel> refused = await Crud.UpdateAsync<Parcel, LateShipping>(made.Value.Number, new LateShipping(""), token);

        Assert.Equal(("It is packed.", "It is heavy."), (made.Message, Assert.Single(made.Warnings)));
        Assert.Equal([new CrudError("Label", "Write something on it.")], unmade.Errors);
        Assert.True(shipped.IsDone, shipped.ToString());
        Assert.Equal([new CrudError("Carrier", "Who takes it?")], refused.Errors);
        Assert.Equal("Post", Stored(context => context.Set<Parcel>().Single().Carrier));
    }

    [Fact]
    public void An_asynchronous_method_is_a_programmer_s_mistake_in_the_synchronous_form()
    {
        Use("sqlite", "sync");
        Parcel parcel = new();
        Given(parcel);

        InvalidOperationException update = Assert.Throws<InvalidOperationException>(
            () => Crud.Update<Parcel, LateShipping>(parcel.Number, new LateShipping("Post")));
        InvalidOperationException creation = Assert.Throws<InvalidOperationException>(() => Crud.Create<Parcel, Packing>(new Packing("x")));

        Assert.Contains(
            "ShipLaterAsync(String carrier): it is asynchronous, so only the asynchronous form of the call can use it",
            update.Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "PackAsync(String label, CancellationToken cancellationToken): it is asynchronous",
            creation.Message,
            StringComparison.Ordinal);
        Assert.Equal("", Stored(context => context.Set<Parcel>().Single().Carrier));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_method_answers_beside_invalid_is_the_outcome(string database, string form)
    {
        Use(database, form);
        Parcel parcel = new();
        Given(parcel);

        Result<Parcel> late = await CallAsync(
            () => Crud.Update<Parcel, Claim>(parcel.Number, new Claim("Post")),
            token => Crud.UpdateAsync<Parcel, Claim>(parcel.Number, new Claim("Post"), token));

        Assert.Equal((Outcome.Conflict, "Another carrier has it."), (late.Outcome, late.Message));
    }

    [Fact]
    public void A_misspelt_method_is_told_with_all_that_it_may_have_been_meant_for()
    {
        Use("sqlite", "sync");
        Parcel parcel = new();
        Given(parcel);

        InvalidOperationException update = Assert.Throws<InvalidOperationException>(() => Crud.Update<Parcel, Misspelt>(parcel.Number, new Misspelt("Post")));
        InvalidOperationException creation = Assert.Throws<InvalidOperationException>(() => Crud.Create<Parcel, Misspelt>(new Misspelt("Post")));

        Assert.Contains("nothing is called 'Shpi'", update.Message, StringComparison.Ordinal);
        Assert.Contains("\n  Ship(String carrier): fits", update.Message, StringComparison.Ordinal);
        Assert.Contains("\n  PackAsync(String label, CancellationToken cancellationToken)", creation.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_protected_member_does_not_reach_a_method_either()
    {
        Use("sqlite", "sync");
        Parcel parcel = new();
        Given(parcel);

        InvalidOperationException mistake = Assert.Throws<InvalidOperationException>(() => Crud.Update<Parcel, Peeking>(parcel.Number, new Peeking()));

        Assert.Contains("'Carrier' is marked as never written", mistake.Message, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Rows_that_a_filter_hides_are_read_restored_and_deleted_past_it(string database, string form)
    {
        Use(database, form);
        Parcel[] lost = [new() { IsLost = true, Label = "a" }, new() { IsLost = true, Label = "b" }];
        Given([.. lost]);
        var (first, second) = (lost[0].Number, lost[1].Number);
        CrudService<BlogContext> past = Crud.IgnoreFilters("NotLost");

        Result<Parcel> hidden = await CallAsync(() => Crud.Detail<Parcel>(first), token => Crud.DetailAsync<Parcel>(first, token));
        var shown = await CallAsync(
            () => past.Detail<Parcel, Reading.ParcelRow>(first),
            token => past.DetailAsync<Parcel, Reading.ParcelRow>(first, token));
        Result<Parcel> restored = await CallAsync(
            () => past.Update<Parcel, Lost>(first, new Lost(false)),
            token => past.UpdateAsync<Parcel, Lost>(first, new Lost(false), token));
        Result<Parcel> deleted = await CallAsync(
            () => Crud.IgnoreFilters().Delete<Parcel>(second),
            token => Crud.IgnoreFilters().DeleteAsync<Parcel>(second, cancellationToken: token));

        Assert.Equal(Outcome.NotFound, hidden.Outcome);
        Assert.True(shown.IsDone && restored.IsDone && deleted.IsDone, $"{shown} {restored} {deleted}");
        Assert.Equal(first, Stored(context => context.Set<Parcel>().IgnoreQueryFilters().Single(parcel => !parcel.IsLost).Number));
        Assert.Equal(0, past.Query<Parcel>().Count(parcel => parcel.IsLost));
    }

    [Fact]
    public void A_filter_that_the_model_does_not_have_is_a_programmer_s_mistake()
    {
        Use("sqlite", "sync");

        Assert.Contains(
            "No query filter of the model is called 'Lots'; there are: NotLost.",
            Assert.Throws<ArgumentException>(() => Crud.IgnoreFilters("Lots")).Message,
            StringComparison.Ordinal);
    }

    private sealed record CountryCode(string Code) : ICopiesTo<Country>
    {
        public void CopyTo(Country entity) => entity.Code = Code;
    }

    private sealed record Lost(bool IsLost) : ICopiesTo<Parcel>
    {
        public void CopyTo(Parcel entity) => entity.IsLost = IsLost;
    }

    [UpdatesBy(nameof(Parcel.Ship))]
    private sealed class Shipping : ICopiesTo<Parcel>
    {
        public string Label { get; init; } = "";

        public string Carrier { get; init; } = "";

        public void CopyTo(Parcel entity) => entity.Label = Label;
    }

    [CreatesBy(nameof(Parcel.PackAsync))]
    private sealed record Packing(string Label);

    [UpdatesBy(nameof(Parcel.ShipLaterAsync))]
    private sealed record LateShipping(string Carrier);

    [UpdatesBy(nameof(Parcel.Claim))]
    private sealed record Claim(string Carrier);

    [UpdatesBy("Shpi"), CreatesBy("Pcak")]
    private sealed record Misspelt(string Carrier);

    [UpdatesBy(nameof(Parcel.Ship))]
    private sealed class Peeking
    {
        [Editable(false), ReadOnly(true)]
        public string Carrier { get; init; } = "";
    }
}
