using System.Globalization;
using System.Linq.Expressions;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>What a user may ask of a list, and how much of it.</summary>
public sealed class ListLimitTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private const int Many = 10_000;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_member_that_is_named_ten_thousand_times_is_sorted_by_once(string database, string form)
    {
        Use(database, form);
        Given(NewPost("a"), NewPost("b"));
        ListRequest<Post, PostRow> request = new() { Sort = string.Concat(Enumerable.Repeat("-Title,title,Id,", Many)) };

        Result<Page<PostRow>> page = await CallAsync(() => Crud.List(request), token => Crud.ListAsync(request, token));

        Assert.Equal(["b", "a"], page.Value.Items.Select(row => row.Title));
    }

    [Fact]
    public void Ten_thousand_members_to_sort_by_are_one_error()
    {
        Use("sqlite", "sync");

        Result<Page<PostRow>> refused = Crud.List(
            new ListRequest<Post, PostRow> { Sort = string.Join(',', Enumerable.Range(0, Many).Select(number => $"m{number}")) });

        Assert.Equal([new CrudError("", "A list is sorted by 8 members at most; there are 10000.")], refused.Errors);
    }

    [Theory, InlineData(20, true), InlineData(21, false), InlineData(Many, false)]
    public void Twenty_conditions_are_taken_and_no_more(int count, bool isTaken)
    {
        Use("sqlite", "sync");
        Given(NewPost("a"));

        MemberFilter filter = new("Title", FilterComparison.Equal, "a");
        Result<Page<PostRow>> result = Crud.List(new ListRequest<Post, PostRow> { Filters = [.. Enumerable.Repeat(filter, count)] });

        Assert.Equal(isTaken, result.IsDone);
        string told = string.Create(CultureInfo.InvariantCulture, $"A list takes 20 conditions at most; there are {count}.");
        Assert.True(isTaken || result.Message == told, result.Message);
    }

    [Fact]
    public void A_long_name_is_not_repeated_whole()
    {
        Use("sqlite", "sync");

        Result<Page<PostRow>> refused = Crud.List(new ListRequest<Post, PostRow>
        {
            Sort = new string('x', Many),
            Filters = [new("Stars", FilterComparison.Equal, new string('1', Many))],
        });

        Assert.All(refused.Errors, error => Assert.InRange(error.Message.Length, 1, 200));
        Assert.Equal(2, refused.Errors.Count);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_time_without_a_zone_is_filtered_as_it_stands_in_its_column(string database, string form)
    {
        Use(database, form);
        Given(new Parcel { Sent = new DateTime(2026, 3, 1, 12, 0, 0, DateTimeKind.Unspecified) });
        ListRequest<Parcel, ParcelRow> request = new() { Filters = [new("Sent", FilterComparison.Equal, "2026-03-01T12:00:00")] };

        var page = await CallAsync(() => Crud.List(request), token => Crud.ListAsync(request, token));

        Assert.True(page.IsDone, page.ToString());
        Assert.Single(page.Value.Items);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_the_database_cannot_sort_by_is_left_out_of_what_is_allowed(string database, string form)
    {
        Use(database, form);
        ListRequest<Parcel, ParcelRow> sorted = new() { Sort = "Due" };
        ListRequest<Parcel, ParcelRow> filtered = new() { Filters = [new("Due", FilterComparison.Less, "2026-01-01")] };

        var bySort = await CallAsync(() => Crud.List(sorted), token => Crud.ListAsync(sorted, token));
        var byFilter = await CallAsync(() => Crud.List(filtered), token => Crud.ListAsync(filtered, token));

        if (database == "postgresql")
            Assert.True(bySort.IsDone && byFilter.IsDone, $"{bySort} {byFilter}");
        else
            Assert.All([bySort, byFilter], refused => Assert.Equal(
                [new CrudError("Due", "A list cannot be sorted or filtered by 'Due'; it can by Carrier, Label, Number, Sent, Weight.")],
                refused.Errors));
    }

    [Fact]
    public void What_the_projection_computes_in_memory_is_left_out_too()
    {
        Use("sqlite", "sync");
        Given(NewPost("a"));

        Result<Page<LoudPost>> refused = Crud.List(new ListRequest<Post, LoudPost> { Sort = "Loud" });
        Result<Page<LoudPost>> done = Crud.List(new ListRequest<Post, LoudPost> { Sort = "Length" });

        Assert.EndsWith("it can by Length.", Assert.Single(refused.Errors).Message, StringComparison.Ordinal);
        Assert.Equal("A!", Assert.Single(done.Value.Items).Loud);
    }

    private sealed record LoudPost(string Loud, int Length) : IProjection<Post, LoudPost>
    {
        public static Expression<Func<Post, LoudPost>> Projection { get; } = post => new LoudPost(Shout(post.Title), post.Title.Length);

        private static string Shout(string text) => $"{text.ToUpperInvariant()}!";
    }
}
