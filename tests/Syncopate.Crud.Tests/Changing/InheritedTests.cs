using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Classes in one table, named by their common class and by their own.</summary>
public sealed class InheritedTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_created_and_changed_by_either_class(string database, string form)
    {
        Use(database, form);

        Result<Medium> film = await CallAsync(
            () => Crud.Create<Medium>(new Film { Name = "M", Minutes = 1 }),
            token => Crud.CreateAsync<Medium>(new Film { Name = "M", Minutes = 1 }, token));
        Result<Photo> photo = await CallAsync(
            () => Crud.Create(new Photo { Name = "Sea" }),
            token => Crud.CreateAsync(new Photo { Name = "Sea" }, token));
        Film longer = new() { Id = film.Value.Id, Name = "M", Minutes = 117 };
        Result<Medium> byCommon = await CallAsync(() => Open().Update<Medium>(longer), token => Open().UpdateAsync<Medium>(longer, token));
        Photo placed = new() { Id = photo.Value.Id, Name = "Sea", Place = "Grado" };
        Result<Photo> byOwn = await CallAsync(() => Open().Update(placed), token => Open().UpdateAsync(placed, token));

        Assert.True(byCommon.IsDone && byOwn.IsDone, $"{byCommon} {byOwn}");
        Assert.Equal((117, "Grado"), Stored(context => (context.Set<Film>().Single().Minutes, context.Set<Photo>().Single().Place)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_not_changed_by_an_entity_of_another_class(string database, string form)
    {
        Use(database, form);
        Film film = new() { Name = "M", Minutes = 117 };
        Given(film);
        Photo photo = new() { Id = film.Id, Name = "Sea", Place = "Grado" };

        Result<Medium> refused = await CallAsync(() => Crud.Update<Medium>(photo), token => Crud.UpdateAsync<Medium>(photo, token));

        Assert.Equal((Outcome.NotFound, "This photo does not exist."), (refused.Outcome, refused.Message));
        Assert.Equal("M", Stored(context => context.Set<Medium>().Single().Name));
        Assert.Empty(Crud.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_deleted_by_either_class_but_not_by_another(string database, string form)
    {
        Use(database, form);
        Film first = new() { Name = "M" };
        Film second = new() { Name = "Z" };
        Given(first, second);

        Result<Photo> byAnother = await CallAsync(
            () => Crud.Delete<Photo>(first.Id),
            token => Crud.DeleteAsync<Photo>(first.Id, cancellationToken: token));
        Result<Medium> byCommon = await CallAsync(
            () => Crud.Delete<Medium>(first.Id),
            token => Crud.DeleteAsync<Medium>(first.Id, cancellationToken: token));
        Result<Film> byOwn = await CallAsync(
            () => Crud.Delete<Film>(second.Id),
            token => Crud.DeleteAsync<Film>(second.Id, cancellationToken: token));

        Assert.Equal(Outcome.NotFound, byAnother.Outcome);
        Assert.True(byCommon.IsDone && byOwn.IsDone);
        Assert.Equal(0, Stored(context => context.Set<Medium>().Count()));
    }
}
