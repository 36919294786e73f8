using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

public sealed class NestedReadTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_list_of_dtos_is_read_with_its_dto_by_key_and_in_a_list(string database, string form)
    {
        Use(database, form);
        Country austria = new() { Code = "AT", Cities = { new City { Name = "Graz" }, new City { Name = "Wien" } } };
        Given(austria, new Country { Code = "VA" });

        var one = await CallAsync(
            () => Crud.Detail<Country, CountryView>(austria.Id),
            token => Crud.DetailAsync<Country, CountryView>(austria.Id, token));
        var all = await CallAsync(
            () => Crud.List(new ListRequest<Country, CountryView> { Sort = "Code" }),
            token => Crud.ListAsync(new ListRequest<Country, CountryView> { Sort = "Code" }, token));

        Assert.Equal(["Graz", "Wien"], one.Value.Cities.Select(city => city.Name).Order(StringComparer.Ordinal));
        Assert.Equal([2, 0], all.Value.Items.Select(country => country.Cities.Count));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_dto_of_a_relation_and_an_owned_value_are_read_with_their_dto(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();

        var view = await CallAsync(() => Crud.Detail<Post, PostView>(post.Id), token => Crud.DetailAsync<Post, PostView>(post.Id, token));

        Assert.Equal(("First", "Notes", ""), (view.Value.Title, view.Value.Blog?.Name, view.Value.Blog?.AddressCity));
    }
}
