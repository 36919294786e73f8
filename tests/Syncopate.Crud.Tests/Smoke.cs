#pragma warning disable CA1849, xUnit1051
using System.Linq.Expressions;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests;

public sealed class Smoke
{
    public sealed record PostRow(int Id, string Title, string BlogName) : IProjection<Post, PostRow>
    {
        public static Expression<Func<Post, PostRow>> Projection { get; } = p => new PostRow(p.Id, p.Title, p.Blog!.Name);
    }
    public sealed class PostForm : ICopiesTo<Post>
    {
        public string Title { get; set; } = "";
        public int BlogId { get; set; }
        public int Version { get; set; }
        public void CopyTo(Post entity) { entity.Title = Title; entity.BlogId = BlogId; entity.Version = Version + 1; }
    }

    [Fact]
    public async Task All()
    {
        using var db = new SqliteDatabase();
        using var c = db.Open();
        var s = new CrudService<BlogContext>(c);
        var b = s.Create(new Blog { Name = "A", Slug = "a" });
        Assert.True(b.IsDone, b.ToString());
        var p = await s.CreateAsync<Post, PostForm>(new PostForm { Title = "t", BlogId = b.Value.Id });
        Assert.True(p.IsDone, p.ToString());
        Assert.Equal("A", s.Detail<Post, PostRow>(p.Value.Id).Value.BlogName);
        Assert.Equal("t", (await s.DetailAsync<Post>(p.Value.Id)).Value.Title);
        var l = s.List(new ListRequest<Post, PostRow> { Sort = "-BlogName", Filters = [new("title", FilterComparison.Contains, "t")] });
        Assert.Single(l.Value.Items);
        Assert.Equal(Outcome.Invalid, s.List(new ListRequest<Post, PostRow> { Sort = "-Nope" }).Outcome);
        using var c2 = db.Open();
        var s2 = new CrudService<BlogContext>(c2);
        Assert.True(s2.Update<Post, PostForm>(p.Value.Id, new PostForm { Title = "u", BlogId = 1, Version = 1 }).IsDone);
        var conflict = s2.Update<Post, PostForm>(p.Value.Id, new PostForm { Title = "v", BlogId = 1, Version = 1 });
        Assert.Equal(Outcome.Conflict, conflict.Outcome);
        Assert.Equal("u", conflict.Current!["Title"]);
        Assert.Equal(Outcome.Invalid, new CrudService<BlogContext>(db.Open()).Delete<Blog>(1).Outcome);
        Assert.True(s2.Delete<Post>(1).IsDone);
        Assert.True((await s2.DeleteAsync<Blog>(1)).IsDone);
        Assert.Equal(Outcome.NotFound, s2.Detail<Blog>(1).Outcome);
    }
}
