using System.Globalization;
using System.Net;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The reset of all data, on sites that no other test looks at.</summary>
[Trait("Judges", "behaviour")]
public sealed class SiteReset(SqliteBlogSite sqlite, PostgresBlogSite postgres) : IClassFixture<SqliteBlogSite>, IClassFixture<PostgresBlogSite>
{
    [Fact]
    public Task On_SQLite_it_brings_the_first_rows_back_at_their_addresses_and_fits_no_form_of_before() => BringsBackAsync(sqlite);

    [Fact]
    public Task On_PostgreSQL_it_brings_the_first_rows_back_at_their_addresses_and_fits_no_form_of_before() => BringsBackAsync(postgres);

    private static int KeyOf(Seen created) => int.Parse(created.Location?.Split('/')[^1] ?? "", CultureInfo.InvariantCulture);

    private static async Task BringsBackAsync(BlogSite site)
    {
        using Visitor visitor = site.Visit();
        Seen before = await visitor.GetAsync("/posts/sync");
        Seen opened = await visitor.GetAsync("/posts/sync/1/edit");
        await visitor.FillInAsync("/posts/sync/2/delete");

        Seen reset = await visitor.FillInAsync("/blogs/reset");
        Seen after = await visitor.GetAsync("/posts/sync");
        Seen old = await visitor.SendAsync(opened, "/posts/sync/1/edit", ("Title", "From before"), ("Content", "Text"), ("BlogId", "1"), ("TagIds", "1"));

        Assert.Equal((HttpStatusCode.Redirect, "/blogs"), (reset.Status, reset.Location));
        Seen first = await visitor.GetAsync("/posts/sync/1");
        Seen created = await visitor.FillInAsync(
            "/posts/sync/create", ("Title", "After it"), ("Content", "Text"), ("BlogId", "1"), ("TagIds", "1"));
        Assert.Equal(17, after.Rows.Count);
        Assert.Equal(before.Rows, after.Rows);
        Assert.Equal(HttpStatusCode.OK, first.Status);
        Assert.Equal(HttpStatusCode.Conflict, old.Status);
        Assert.Equal((HttpStatusCode.Redirect, true), (created.Status, KeyOf(created) > 17));
    }
}
