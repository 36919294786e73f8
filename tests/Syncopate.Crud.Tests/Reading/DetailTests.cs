using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

public sealed class DetailTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_found_by_its_key_as_entity_and_as_dto(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();

        Result<Post> entity = await CallAsync(() => Crud.Detail<Post>(post.Id), token => Crud.DetailAsync<Post>(post.Id, token));
        Result<PostRow> row = await CallAsync(() => Crud.Detail<Post, PostRow>(post.Id), token => Crud.DetailAsync<Post, PostRow>(post.Id, token));

        Assert.Equal("First", entity.Value.Title);
        Assert.Equal(new PostRow(post.Id, "First", 0, "Notes"), row.Value);
        Assert.Empty(Crud.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_key_that_no_row_has_is_not_found_and_the_next_call_knows_nothing_of_it(string database, string form)
    {
        Use(database, form);

        Result<Blog> missed = await CallAsync(() => Crud.Detail<Blog>(-1), token => Crud.DetailAsync<Blog>(-1, token));
        Result<Blog> found = await CallAsync(() => Crud.Detail<Blog>(BlogId), token => Crud.DetailAsync<Blog>(BlogId, token));

        Assert.Equal((Outcome.NotFound, "This blog does not exist."), (missed.Outcome, missed.Message));
        Assert.Throws<InvalidOperationException>(() => missed.Value);
        Assert.True(found.IsDone);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_found_by_a_condition(string database, string form)
    {
        Use(database, form);
        Given(NewPost("First"), NewPost("Second"));

        Result<Post> entity = await CallAsync(
            () => Crud.Detail<Post>(post => post.Title == "Second"),
            token => Crud.DetailAsync<Post>(post => post.Title == "Second", token));
        Result<PostRow> row = await CallAsync(
            () => Crud.Detail<Post, PostRow>(post => post.Title == "None"),
            token => Crud.DetailAsync<Post, PostRow>(post => post.Title == "None", token));

        Assert.Equal("Second", entity.Value.Title);
        Assert.Equal(Outcome.NotFound, row.Outcome);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_key_of_two_columns_names_one_row(string database, string form)
    {
        Use(database, form);
        Given(new Seat { Row = "A", Number = 1, Guest = "Ada" }, new Seat { Row = "A", Number = 2, Guest = "Bob" });

        Result<Seat> seat = await CallAsync(() => Crud.Detail<Seat>(Key.Of("A", 2)), token => Crud.DetailAsync<Seat>(Key.Of("A", 2), token));

        Assert.Equal("Bob", seat.Value.Guest);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_owned_value_and_an_inherited_class_come_with_their_row(string database, string form)
    {
        Use(database, form);
        Blog blog = new() { Name = "Owner", Slug = "owner", Address = new Address { City = "Wien" } };
        Film film = new() { Name = "M", Minutes = 117 };
        Given(blog, film);

        Result<Blog> owner = await CallAsync(() => Crud.Detail<Blog>(blog.Id), token => Crud.DetailAsync<Blog>(blog.Id, token));
        Result<Medium> medium = await CallAsync(() => Crud.Detail<Medium>(film.Id), token => Crud.DetailAsync<Medium>(film.Id, token));
        Result<Photo> photo = await CallAsync(() => Crud.Detail<Photo>(film.Id), token => Crud.DetailAsync<Photo>(film.Id, token));

        Assert.Equal("Wien", owner.Value.Address.City);
        Assert.Equal(117, Assert.IsType<Film>(medium.Value).Minutes);
        Assert.Equal(Outcome.NotFound, photo.Outcome);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public void A_keyless_entity_is_read_by_query_only(string database, string form)
    {
        Use(database, form);
        Given(NewPost("First"), NewPost("Second"));

        Assert.Equal(2, Assert.Single(Crud.Query<PostCount>()).Posts);
        Assert.Contains(
            "no primary key",
            Assert.Throws<InvalidOperationException>(() => Crud.Detail<PostCount>(1)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_shadow_key_an_owned_type_and_a_stranger_are_refused_in_words()
    {
        Use("sqlite", "sync");

        Assert.Contains(
            "shadow property 'Id'",
            Assert.Throws<InvalidOperationException>(() => Crud.Detail<Visit>(1)).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "through its owner",
            Assert.Throws<InvalidOperationException>(() => Crud.Detail<Address>(1)).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "Add it to the model",
            Assert.Throws<InvalidOperationException>(() => Crud.Detail<string>(1)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_key_of_a_wrong_type_says_what_was_expected_and_what_came()
    {
        Use("sqlite", "sync");

        ArgumentException wrong = Assert.Throws<ArgumentException>(() => Crud.Detail<Post>("7"));
        ArgumentException twice = Assert.Throws<ArgumentException>(() => Crud.Detail<Post>(Key.Of(1, 2)));
        ArgumentException none = Assert.Throws<ArgumentException>(() => Crud.Detail<Post>(default(Key)));
        ArgumentException alternate = Assert.Throws<ArgumentException>(() => Crud.Detail<Country>("AT"));

        Assert.StartsWith("A key of Post is (Int32 Id); found (String 7).", wrong.Message, StringComparison.Ordinal);
        Assert.Contains("found (Int32 1, Int32 2)", twice.Message, StringComparison.Ordinal);
        Assert.Contains("found (none)", none.Message, StringComparison.Ordinal);
        Assert.Contains("The alternate key (Code) is no primary key: use a condition", alternate.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void An_int_serves_where_the_key_is_a_long()
    {
        Use("sqlite", "sync");
        Given(new Photo { Id = 5, Name = "Sea" });

        Assert.Equal("Sea", Crud.Detail<Photo>(5).Value.Name);
    }
}
