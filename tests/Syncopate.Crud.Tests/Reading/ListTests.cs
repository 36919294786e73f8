using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

public sealed class ListTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_page_knows_its_place_and_the_whole(string database, string form)
    {
        Use(database, form);
        Given([.. Enumerable.Range(1, 7).Select(i => (object)NewPost($"{i}", i % 2))]);
        ListRequest<Post, PostRow> request = new() { Where = post => post.Title != "7", Sort = "-stars,title", Page = 2, PageSize = 4 };

        Page<PostRow> page = (await CallAsync(() => Crud.List(request), token => Crud.ListAsync(request, token))).Value;

        Assert.Equal(["4", "6"], page.Items.Select(row => row.Title));
        Assert.Equal((2, 4, 6, 2, true, false), (page.Number, page.Size, page.Total, page.Count, page.HasPrevious, page.HasNext));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Rows_that_are_equal_stand_in_the_order_of_their_key_so_no_page_shows_one_twice(string database, string form)
    {
        Use(database, form);
        Given([.. Enumerable.Range(1, 9).Select(i => (object)NewPost($"{i}"))]);
        List<int> seen = [];

        for (int number = 1; number <= 3; number++)
        {
            ListRequest<Post, PostRow> request = new() { Sort = "Stars", Page = number, PageSize = 3 };
            seen.AddRange(
                (await CallAsync(() => Crud.List(request), token => Crud.ListAsync(request, token))).Value.Items.Select(row => row.Id));
        }

        Assert.Equal(seen.Order(), seen);
        Assert.Equal(9, seen.Distinct().Count());
    }

    [Theory]
    [InlineData("Title", FilterComparison.Equal, "b", "b")]
    [InlineData("Title", FilterComparison.NotEqual, "b", "a c")]
    [InlineData("title", FilterComparison.StartsWith, "c", "c")]
    [InlineData("Stars", FilterComparison.Less, "2", "a")]
    [InlineData("Stars", FilterComparison.AtMost, "2", "a b")]
    [InlineData("Stars", FilterComparison.More, "2", "c")]
    [InlineData("Stars", FilterComparison.AtLeast, "2", "b c")]
    [InlineData("BlogName", FilterComparison.Contains, "ote", "a b c")]
    [InlineData("BlogName", FilterComparison.Contains, "%", "")]
    public void A_user_filters_by_members_of_the_dto(string member, FilterComparison comparison, string value, string titles)
    {
        Use("sqlite", "sync");
        Given(NewPost("a", 1), NewPost("b", 2), NewPost("c", 3));

        Page<PostRow> page = Crud.List(new ListRequest<Post, PostRow> { Filters = [new(member, comparison, value)], Sort = "Title" }).Value;

        Assert.Equal(titles, string.Join(' ', page.Items.Select(row => row.Title)));
    }

    [Theory]
    [InlineData("Stars", FilterComparison.Equal, "many", "'many' is no value that Stars can have.")]
    [InlineData("Stars", FilterComparison.Equal, null, "'' is no value that Stars can have.")]
    [InlineData("Stars", FilterComparison.Equal, "99999999999", "'99999999999' is no value that Stars can have.")]
    [InlineData("Stars", FilterComparison.Contains, "1", "Stars cannot be compared by Contains.")]
    [InlineData("Title", FilterComparison.Less, "a", "Title cannot be compared by Less.")]
    public void A_filter_that_makes_no_sense_is_told_by_its_member(
        string member, FilterComparison comparison, string? value, string message)
    {
        Use("sqlite", "sync");

        Result<Page<PostRow>> refused = Crud.List(new ListRequest<Post, PostRow> { Filters = [new(member, comparison, value)] });

        Assert.Equal([new CrudError(member, message)], refused.Errors);
    }

    [Fact]
    public void Only_the_members_that_are_allowed_can_be_named()
    {
        Use("sqlite", "sync");

        Result<Page<PostRow>> refused = Crud.List(new ListRequest<Post, PostRow>
        {
            Members = ["Title"],
            Sort = "title,-Stars",
            Filters = [new("Version", FilterComparison.Equal, "1")],
        });

        Assert.Equal(["Version", "Stars"], refused.Errors.Select(error => error.Path));
        Assert.EndsWith("it can by Title.", refused.Errors[0].Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_page_is_never_larger_than_the_rules_allow_and_far_pages_are_empty()
    {
        Use("sqlite", "sync");
        Given(NewPost("a"), NewPost("b"), NewPost("c"));
        CrudService<BlogContext> crud = Open(rules => rules with { MaximumPageSize = 2 });

        Result<Page<PostRow>> large = crud.List(new ListRequest<Post, PostRow> { PageSize = int.MaxValue });
        Result<Page<PostRow>> far = crud.List(new ListRequest<Post, PostRow> { Page = int.MaxValue });
        Result<Page<PostRow>> uncounted = crud.List(new ListRequest<Post, PostRow> { Page = -1, Counts = false });

        Assert.Equal(2, large.Value.Items.Count);
        Assert.Equal("A page has at most 2 rows.", Assert.Single(large.Warnings));
        Assert.Empty(far.Value.Items);
        Assert.Equal((1, null, true), (uncounted.Value.Number, uncounted.Value.Total, uncounted.Value.HasNext));
    }

    [Fact]
    public void A_query_stays_composable_and_untracked()
    {
        Use("sqlite", "sync");
        Given(NewPost("a", 1), NewPost("b", 2));

        List<string> titles = Crud.Query<Post, PostTitleRow>(post => post.Stars > 0)
            .Where(row => row.Title != "a").Select(row => row.Title).ToList();

        Assert.Equal(["b"], titles);
        Assert.Single(Crud.Query<Post>().Where(post => post.Stars == 2));
        Assert.Empty(Crud.Context.ChangeTracker.Entries());
    }

    private sealed class PostTitleRow : IProjection<Post, PostTitleRow>
    {
        public static System.Linq.Expressions.Expression<Func<Post, PostTitleRow>> Projection { get; } = post =>
            new PostTitleRow { Title = post.Title };

        public string Title { get; init; } = "";
    }
}
