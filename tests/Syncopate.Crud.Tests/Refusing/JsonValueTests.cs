using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>Values that a column has and a JSON document has not: EF Core throws for a number, and writes another text for one that is
/// none.</summary>
[Trait("Judges", "behaviour")]
public sealed class JsonValueTests(PostgresFixture postgres)
{
    private const string NoNumber = "is no number that can be saved.";

    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_an_error_on_its_member(string database, string form)
    {
        using CrudOn<ChartContext> charts = new(database, form, postgres);

        Result<Chart> owned = await CreateAsync(
            charts, () => new() { Axis = new() { Most = double.PositiveInfinity } });
        Result<Chart> complex = await CreateAsync(charts, () => new() { Frame = new() { Width = float.NaN } });
        Result<Chart> listed = await CreateAsync(
            charts,
            () => new() { Dots = [new(), new() { Place = double.NaN, Text = "a\0" }, new() { Text = "a\ud800" }] });
        Result<Chart> right = await CreateAsync(charts, () => new() { Dots = [new() { Place = 1, Text = "a" }] });

        Assert.Equal([new CrudError("Axis.Most", $"Most {NoNumber}")], owned.Errors);
        Assert.Equal([new CrudError("Frame.Width", $"Width {NoNumber}")], complex.Errors);
        Assert.Equal(
            [
                new CrudError("Dots[1].Place", $"Place {NoNumber}"),
                new CrudError("Dots[1].Text", "Text holds a character that the database cannot store."),
                new CrudError("Dots[2].Text", "Text holds a character that the database cannot store."),
            ],
            listed.Errors);
        Assert.True(right.IsDone, right.ToString());
        Assert.Equal("a", charts.Stored(context => context.Set<Chart>().Single().Dots.Single().Text));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_one_in_an_update_too(string database, string form)
    {
        using CrudOn<ChartContext> charts = new(database, form, postgres);
        charts.Given(new Chart { Name = "a", Dots = [new() { Text = "a" }] });
        int id = charts.Stored(context => context.Set<Chart>().Single().Id);

        Result<Chart> refused = await charts.CallAsync(
            crud => crud.Update<Chart, ChartForm>(id, new ChartForm(double.NegativeInfinity)),
            (crud, token) => crud.UpdateAsync<Chart, ChartForm>(id, new ChartForm(double.NegativeInfinity), token));

        Assert.Equal(
            [new CrudError("Axis.Most", $"Most {NoNumber}"), new CrudError("Dots[0].Place", $"Place {NoNumber}")], refused.Errors);
        Assert.Equal(0, charts.Context.SaveChanges());
    }

    /// <summary>Half a character, which SQLite would keep as another one.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_single_character_that_is_none_is_an_error_too(string database, string form)
    {
        using CrudOn<ChartContext> charts = new(database, form, postgres);

        Result<Chart> half = await CreateAsync(charts, () => new() { Sign = '\ud800' });
        Result<Chart> nul = await CreateAsync(charts, () => new() { Sign = '\0' });

        CrudError error = new("Sign", "Sign holds a character that the database cannot store.");
        Assert.Equal([error], half.Errors);
        Assert.Equal(database == "sqlite" ? [] : [error], nul.Errors);
    }

    private static Task<Result<Chart>> CreateAsync(CrudOn<ChartContext> charts, Func<Chart> chart) =>
        charts.CallAsync(crud => crud.Create(chart()), (crud, token) => crud.CreateAsync(chart(), token));

    public sealed class ChartContext(DbContextOptions<ChartContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Chart>(chart =>
        {
            chart.OwnsOne(row => row.Axis, axis => axis.ToJson());
            chart.Navigation(row => row.Axis).IsRequired();
            chart.ComplexProperty(row => row.Frame, frame => frame.ToJson());
            chart.ComplexCollection(row => row.Dots, dots => dots.ToJson());
        });
    }

    public sealed class Chart
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public char Sign { get; set; } = 'a';

        public Axis Axis { get; set; } = new();

        public Frame Frame { get; set; } = new();

        public List<Dot> Dots { get; set; } = [];
    }

    public sealed class Axis
    {
        public double Most { get; set; }
    }

    public sealed class Frame
    {
        public float Width { get; set; }
    }

    public sealed class Dot
    {
        public double Place { get; set; }

        public string Text { get; set; } = "";
    }

    public sealed record ChartForm(double Most) : ICopiesTo<Chart>
    {
        public void CopyTo(Chart entity)
        {
            entity.Axis.Most = Most;
            entity.Dots[0].Place = Most;
        }
    }
}
