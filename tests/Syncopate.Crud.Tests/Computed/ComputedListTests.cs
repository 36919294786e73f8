using Syncopate.Crud.Computed;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Computed;

public sealed class ComputedListTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_list_is_filtered_and_sorted_by_a_computed_member(string database, string form)
    {
        Use(database, form);
        Post tagged = NewPost("Tagged", stars: 3);
        tagged.Tags.Add(new Tag { Slug = "news" });
        Given(NewPost("Poor", stars: 1), NewPost("Good", stars: 3), tagged, NewPost("Best", stars: 5));
        CrudService<BlogContext> crud = Open(options: options => options.UseComputedMembers());
        MemberFilter filter = new("Rank", FilterComparison.AtLeast, "30");
        ListRequest<Post, RankedPost> request = new() { Sort = "-Rank", Filters = [filter] };

        var page = await CallAsync(() => crud.List(request), token => crud.ListAsync(request, token));

        Assert.Equal([new("Best", 50), new("Tagged", 31), new("Good", 30)], page.Value.Items);
        Assert.Equal(3, page.Value.Total);
    }
}

[ProjectsFrom<Post>]
public sealed partial record RankedPost(string Title, int Rank);
