using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Saving;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Complex values that may be null, of which an entity that is given to Update has others than the row: EF Core copies columns
/// alone, failed where the row had no value to copy them into, and left the value where the entity had none.</summary>
[Trait("Judges", "behaviour")]
public sealed class NullableValueTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task They_are_in_the_row_as_in_the_entity(string database, string form)
    {
        using CrudOn<ColumnCabins> cabins = new(database, form, postgres);
        cabins.Given([.. CabinChange.Rows()]);
        foreach (var (at, tried) in CabinChange.All.Index())
        {
            Cabin given = tried.Begun(at + 1);
            tried.Change(given);

            Result<Cabin> updated = await cabins.CallAsync(
                crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));

            Assert.True(updated.IsDone, $"{tried.Name} {updated} {updated.Cause}");
            Assert.Equal(
                (tried.Name, $"{given}", $"{given}"),
                (tried.Name, $"{updated.Value}", cabins.Stored(other => $"{other.Find<Cabin>(given.Id)}")));
            Assert.Equal((tried.Name, 0), (tried.Name, cabins.Context.SaveChanges()));
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task They_are_as_before_where_the_entity_is_refused(string database, string form)
    {
        using CrudOn<ColumnCabins> cabins = new(database, form, postgres);
        cabins.Given([.. CabinChange.Rows()]);
        foreach (var (at, tried) in CabinChange.All.Index())
        {
            Cabin known = cabins.Context.Find<Cabin>(at + 1)!;
            string told = $"{known}";
            Cabin given = tried.Begun(known.Id);
            tried.Change(given);
            given.Name = "x\0";

            Result<Cabin> refused = await cabins.CallAsync(
                crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));

            Assert.Equal((tried.Name, Outcome.Invalid, told), (tried.Name, refused.Outcome, $"{known}"));
            Assert.Equal((tried.Name, 0), (tried.Name, cabins.Context.SaveChanges()));
        }
    }
}
