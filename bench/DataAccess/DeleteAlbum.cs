using Microsoft.EntityFrameworkCore;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>One row that the context tracks already, with two that it owns, read by its key and deleted. The library also asks
/// whether its version is the one that the context knows, and which of the owned rows are there still.</summary>
internal sealed class DeleteAlbum(PostDatabase database) : DataOperation(database)
{
    private List<int> _keys = [];

    public override string Name => "delete of a tracked row that owns others";

    public override bool IsOfTracked => true;

    public override void Prepare(int calls)
    {
        using PostContext context = Database.Open();
        List<Album> albums = Enumerable.Range(1, calls).Select(NewAlbum).ToList();
        context.AddRange(albums);
        context.SaveChanges();
        _keys = [.. albums.Select(album => album.Id)];
    }

    public override void Load(PostContext context) => context.Albums.Load();

    public override object ByHand(PostContext context, int number)
    {
        int id = _keys[number];
        Album album = context.Albums.First(found => found.Id == id);
        context.Remove(album);
        context.SaveChanges();
        return album;
    }

    public override async Task<object> ByHandAsync(PostContext context, int number)
    {
        int id = _keys[number];
        Album album = await context.Albums.FirstAsync(found => found.Id == id);
        context.Remove(album);
        await context.SaveChangesAsync();
        return album;
    }

    public override Result ByCrud(CrudService<PostContext> crud, int number) => crud.Delete<Album>(_keys[number]);

    public override async Task<Result> ByCrudAsync(CrudService<PostContext> crud, int number) =>
        await crud.DeleteAsync<Album>(_keys[number]);

    private static Album NewAlbum(int number) => new()
    {
        Title = $"Album {number}",
        Version = 1,
        Photos = [new Photo { Title = "first" }, new Photo { Title = "second" }],
    };
}
