using System.Net;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The blog as its visitors use it, without scripts, in both forms; run on each database.</summary>
[Trait("Judges", "behaviour")]
public abstract class SiteBlog(BlogSite site)
{
    private static readonly string[] Forms = ["sync", "async"];

    public static TheoryData<string> BothForms => [.. Forms];

    [Theory]
    [MemberData(nameof(BothForms))]
    public async Task A_post_is_created_read_edited_and_deleted(string form)
    {
        using Visitor visitor = site.Visit();

        Seen created = await visitor.FillInAsync($"/posts/{form}/create", ("Title", "  A new post "), ("Content", "One.\nTwo."), ("BlogId", "2"), ("TagIds", "1"), ("TagIds", "3"));
        Seen read = await visitor.GetAsync(created.Location ?? "");
        Seen edited = await visitor.FillInAsync($"{created.Location}/edit", ("Title", "Another title"), ("Content", "Three."), ("BlogId", "3"), ("TagIds", "2"));
        Seen readAgain = await visitor.GetAsync(edited.Location ?? "");
        Seen deleted = await visitor.FillInAsync($"{created.Location}/delete");

        Assert.Matches($"^/posts/{form}/[0-9]+$", created.Location);
        Assert.Contains("The post was created. Posts, ", read.Words.Replace("  ", " ", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Contains("A new post Tomas Okafor in Notes from the queue", read.Words, StringComparison.Ordinal);
        Assert.Contains("One. Two. Async Databases Edit", read.Words, StringComparison.Ordinal);
        Assert.Contains("Another title Mei Haruki in One thread at a time", readAgain.Words, StringComparison.Ordinal);
        Assert.Contains("Three. Threads Edit", readAgain.Words, StringComparison.Ordinal);
        Assert.Equal((HttpStatusCode.Redirect, $"/posts/{form}"), (deleted.Status, deleted.Location));
        Assert.Equal(HttpStatusCode.NotFound, (await visitor.GetAsync(created.Location ?? "")).Status);
    }

    [Theory]
    [MemberData(nameof(BothForms))]
    public async Task A_character_that_the_database_cannot_store_is_looked_for_in_vain_or_refused_and_never_called_an_outage(string form)
    {
        using Visitor visitor = site.Visit();

        Seen found = await visitor.GetAsync($"/tags/{form}?find=a%00b");

        Assert.True(found.Status is HttpStatusCode.OK or HttpStatusCode.BadRequest, $"{found.Status}");
    }

    [Theory]
    [MemberData(nameof(BothForms))]
    public async Task Each_mistake_is_told_beside_its_field_and_what_was_entered_stays(string form)
    {
        using Visitor visitor = site.Visit();

        Seen empty = await visitor.FillInAsync($"/posts/{form}/create");
        Seen half = await visitor.FillInAsync($"/posts/{form}/create", ("Title", "x"), ("Content", "Kept & shown"), ("BlogId", "3"), ("TagIds", "2"));

        Assert.Equal(HttpStatusCode.UnprocessableEntity, empty.Status);
        Assert.Equal(["Title", "BlogId", "TagIds", "Content"], empty.Wrong.Keys);
        string[] fields = [.. Regex.Matches(empty.Html, "<(input|select|textarea) [^>]*>").Select(field => field.Value)];
        foreach (string name in empty.Wrong.Keys)
        {
            string[] wrong = [.. fields.Where(field => field.Contains($"name=\"{name}\"", StringComparison.Ordinal))];
            Assert.NotEmpty(wrong);
            Assert.All(wrong, field => Assert.Contains("aria-invalid=\"true\"", field, StringComparison.Ordinal));
        }
        Assert.Matches("id=\"Title\"[^>]*aria-invalid=\"true\"|aria-invalid=\"true\"[^>]*id=\"Title\"", half.Html);
        Assert.Equal(("Title", "A title has 2 to 128 characters."), (half.Wrong.Single().Key, half.Wrong.Single().Value));
        Assert.Contains("Kept &amp; shown</textarea>", half.Html, StringComparison.Ordinal);
        Assert.Matches("<option value=\"3\" selected=\"selected\">", half.Html);
        Assert.Matches("name=\"TagIds\" value=\"2\" checked=\"checked\"", half.Html);
    }

    [Theory]
    [MemberData(nameof(BothForms))]
    public async Task What_the_database_refuses_is_told_by_the_field_that_it_is_about(string form)
    {
        using Visitor visitor = site.Visit();

        Seen sameWord = await visitor.FillInAsync($"/tags/{form}/create", ("Name", "Async again"), ("Slug", "async"));
        Seen noSuchBlog = await visitor.FillInAsync($"/posts/{form}/create", ("Title", "Title"), ("Content", "Text"), ("BlogId", "999999"), ("TagIds", "1"));
        Seen noSuchTag = await visitor.FillInAsync($"/posts/{form}/create", ("Title", "Title"), ("Content", "Text"), ("BlogId", "1"), ("TagIds", "999999"));

        Assert.Equal("Another tag has this word already. Take another one.", sameWord.Wrong["Slug"]);
        Assert.Equal(HttpStatusCode.UnprocessableEntity, noSuchBlog.Status);
        Assert.Contains("BlogId", noSuchBlog.Wrong.Keys);
        Assert.Contains("has been deleted", noSuchTag.Wrong["TagIds"], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_blog_with_posts_is_not_deleted_and_the_page_says_why()
    {
        using Visitor visitor = site.Visit();

        Seen refused = await visitor.FillInAsync("/blogs/1/delete");

        Assert.Contains("This blog still has posts.", refused.Words, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await visitor.GetAsync("/blogs/1")).Status);
    }

    [Fact]
    public async Task A_blog_is_created_edited_and_deleted()
    {
        using Visitor visitor = site.Visit();

        Seen created = await visitor.FillInAsync("/blogs/create", ("Title", "Short lived"), ("Blogger", "Nobody"));
        Seen edited = await visitor.FillInAsync($"{created.Location}/edit", ("Title", "Short lived"), ("Blogger", "Somebody"));
        Seen read = await visitor.GetAsync(edited.Location ?? "");
        Seen deleted = await visitor.FillInAsync($"{created.Location}/delete");

        Assert.Contains("Blogger Somebody", read.Words, StringComparison.Ordinal);
        Assert.Equal("/blogs", deleted.Location);
    }

    [Theory]
    [MemberData(nameof(BothForms))]
    public async Task An_edit_that_comes_too_late_shows_both_and_loses_neither(string form)
    {
        using Visitor first = site.Visit();
        using Visitor second = site.Visit();
        const string Path = "/edit";
        string? post = (await first.FillInAsync($"/posts/{form}/create", ("Title", "Wanted by two"), ("Content", "Text"), ("BlogId", "1"), ("TagIds", "1"))).Location;
        Seen opened = await first.GetAsync(post + Path);
        // Only other tags: no column of the post's own.
        await second.FillInAsync(post + Path, ("Title", "Wanted by two"), ("Content", "Text"), ("BlogId", "1"), ("TagIds", "2"), ("TagIds", "4"));

        Seen late = await first.SendAsync(opened, post + Path, ("Title", "Mine"), ("Content", "Mine"), ("BlogId", "1"), ("TagIds", "1"));
        Seen unchanged = await second.GetAsync(post ?? "");
        Seen decided = await first.SendAsync(late, post + Path, ("Title", "Mine"), ("Content", "Mine"), ("BlogId", "1"), ("TagIds", "1"));

        Assert.Equal(HttpStatusCode.Conflict, late.Status);
        Assert.Contains("value=\"Mine\"", late.Html, StringComparison.Ordinal);
        Assert.Contains("Tags Measuring, Threads", late.Words, StringComparison.Ordinal);
        Assert.Contains("Wanted by two Ada", unchanged.Words, StringComparison.Ordinal);
        Assert.Equal(post, decided.Location);
        Assert.Contains("Mine Ada", (await second.GetAsync(post ?? "")).Words, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/posts/sync"), InlineData("/posts/async"), InlineData("/tags/sync"), InlineData("/tags/async"), InlineData("/blogs")]
    public async Task What_was_typed_into_a_row_that_somebody_deleted_meanwhile_is_kept_and_can_be_created_anew(string list)
    {
        using Visitor visitor = site.Visit();
        (string, string)[] text =
        [
            ("Title", "Deleted under me"), ("Content", "Kept & shown"), ("BlogId", "1"), ("TagIds", "1"), ("Blogger", "Kept & shown"),
            ("Name", "Kept & shown"), ("Slug", $"under-me{list.Replace('/', '-')}"),
        ];
        string? row = (await visitor.FillInAsync($"{list}/create", text)).Location;
        Seen opened = await visitor.GetAsync($"{row}/edit");
        await visitor.FillInAsync($"{row}/delete");

        Seen late = await visitor.SendAsync(opened, $"{row}/edit", text);
        Seen created = await visitor.SendAsync(late, $"{list}/create", text);

        Assert.Equal(HttpStatusCode.NotFound, late.Status);
        Assert.Contains("What you have typed is still here: create it anew, or leave it.", late.Words, StringComparison.Ordinal);
        Assert.Contains("Kept &amp; shown", late.Html, StringComparison.Ordinal);
        Assert.Contains($"action=\"{list}/create\"", late.Html, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await visitor.GetAsync(created.Location ?? "")).Status);
        Assert.NotEqual(row, created.Location);
    }

    [Theory]
    [MemberData(nameof(BothForms))]
    public async Task A_tag_that_was_changed_meanwhile_is_neither_overwritten_nor_deleted_unseen(string form)
    {
        using Visitor visitor = site.Visit();
        string? tag = (await visitor.FillInAsync($"/tags/{form}/create", ("Name", "Passing"), ("Slug", $"passing-{form}"))).Location;
        Seen edit = await visitor.GetAsync($"{tag}/edit");
        Seen delete = await visitor.GetAsync($"{tag}/delete");
        await visitor.FillInAsync($"{tag}/edit", ("Name", "Staying"), ("Slug", $"passing-{form}"));

        Seen late = await visitor.SendAsync(edit, $"{tag}/edit", ("Name", "Lost"), ("Slug", $"passing-{form}"));
        Seen refused = await visitor.SendAsync(delete, $"{tag}/delete");
        Seen deleted = await visitor.SendAsync(refused, $"{tag}/delete");

        Assert.Equal(HttpStatusCode.Conflict, late.Status);
        Assert.Contains("Name Staying", late.Words, StringComparison.Ordinal);
        Assert.Contains("Somebody changed this tag", refused.Words, StringComparison.Ordinal);
        Assert.Equal($"/tags/{form}", deleted.Location);
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("?sort=Title", 0)]
    [InlineData("?sort=-Title&size=5&page=2", 0)]
    [InlineData("?sort=Blogger", 1)]
    [InlineData("?sort=TagNames", 2)]
    [InlineData("?sort=-LastUpdated&find=part", 3)]
    [InlineData("?tag=3", 0)]
    public async Task Both_forms_list_the_same_posts_in_the_order_asked_for(string query, int column)
    {
        using Visitor visitor = site.Visit();

        Seen sync = await visitor.GetAsync("/posts/sync" + query);
        Seen async = await visitor.GetAsync("/posts/async" + query);

        Assert.NotEmpty(sync.Rows);
        Assert.Equal(sync.Rows, async.Rows);
        if (query is "?sort=Blogger" or "?sort=TagNames")
            Assert.Equal(sync.Rows.Select(row => row[column]).Order(StringComparer.Ordinal), sync.Rows.Select(row => row[column]));
        if (query.Contains("size=5", StringComparison.Ordinal))
            Assert.Equal(5, sync.Rows.Count);
    }

    [Theory]
    [MemberData(nameof(BothForms))]
    public async Task A_list_with_the_names_of_its_tags_takes_two_commands(string form)
    {
        using Visitor visitor = site.Visit();

        Seen page = await visitor.GetAsync($"/posts/{form}");

        Assert.Contains("in 2 commands.", page.Words, StringComparison.Ordinal);
    }
}
