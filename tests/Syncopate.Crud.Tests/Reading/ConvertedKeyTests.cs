using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>A key that no row can have, because the converter of its column does not take it, is the key of no row.</summary>
[Trait("Judges", "behaviour")]
public sealed class ConvertedKeyTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_not_found(string database, string form)
    {
        using CrudOn<MeterContext> meters = new(database, form, postgres);
        meters.Given(new Meter { Number = "12", Place = "a" }, new Dial { Number = "12", Part = 1 });

        foreach (string number in (string[])["abc", "", "99999999999999999999"])
        {
            Result[] results =
            [
                await meters.CallAsync(crud => crud.Detail<Meter>(number), (crud, token) => crud.DetailAsync<Meter>(number, token)),
                await meters.CallAsync(
                    crud => crud.Detail<Meter, MeterForm>(number), (crud, token) => crud.DetailAsync<Meter, MeterForm>(number, token)),
                await meters.CallAsync(
                    crud => crud.Update<Meter, MeterForm>(number, new("b")),
                    (crud, token) => crud.UpdateAsync<Meter, MeterForm>(number, new("b"), token)),
                await meters.CallAsync(
                    crud => crud.Update(new Meter { Number = number }),
                    (crud, token) => crud.UpdateAsync(new Meter { Number = number }, token)),
                await meters.CallAsync(
                    crud => crud.Delete<Dial>(Key.Of(number, 1)),
                    (crud, token) => crud.DeleteAsync<Dial>(Key.Of(number, 1), cancellationToken: token)),
            ];
            Assert.All(results, result => Assert.Equal(Outcome.NotFound, result.Outcome));
        }
        Result<Meter> found = await meters.CallAsync(
            crud => crud.Detail<Meter>("12"),
            (crud, token) => crud.DetailAsync<Meter>("12", token));
        Assert.True(found.IsDone);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Of_a_structure_without_operators_is_found(string database, string form)
    {
        using CrudOn<MeterContext> meters = new(database, form, postgres);
        meters.Given(new Gauge { Id = new Serial { Number = 7 }, Place = "a" });
        Key key = Key.Of(new Serial { Number = 7 });

        Result<Gauge> found = await meters.CallAsync(
            crud => crud.Detail<Gauge>(key), (crud, token) => crud.DetailAsync<Gauge>(key, token));
        Result<Gauge> gone = await meters.CallAsync(
            crud => crud.Delete<Gauge>(key), (crud, token) => crud.DeleteAsync<Gauge>(key, cancellationToken: token));

        Assert.True(found.IsDone && gone.IsDone, $"{found} {gone}");
        Assert.Equal("a", found.Value.Place);
    }

    public sealed class MeterContext(DbContextOptions<MeterContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Meter>(meter =>
            {
                meter.HasKey(row => row.Number);
                meter.Property(row => row.Number).HasConversion(
                    text => int.Parse(text, System.Globalization.CultureInfo.InvariantCulture), number => $"{number}");
            });
            modelBuilder.Entity<Gauge>().Property(row => row.Id)
                .HasConversion(serial => serial.Number, number => new Serial { Number = number });
            modelBuilder.Entity<Dial>(dial =>
            {
                dial.HasKey(row => new { row.Number, row.Part });
                dial.Property(row => row.Number).HasConversion(
                    text => int.Parse(text, System.Globalization.CultureInfo.InvariantCulture), number => $"{number}");
            });
        }
    }
}

public sealed class Meter
{
    public string Number { get; set; } = "";

    public string Place { get; set; } = "";
}

public sealed class Dial
{
    public string Number { get; set; } = "";

    public int Part { get; set; }
}

public sealed class Gauge
{
    public Serial Id { get; set; }

    public string Place { get; set; } = "";
}

/// <summary>Has no operators.</summary>
public struct Serial
{
    public int Number { get; set; }
}

[ProjectsFrom<Meter>]
public sealed partial record MeterForm(string Place);
