using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>A member that is a text may lie in a column that is none, and a number in one of texts.</summary>
[Trait("Judges", "behaviour")]
public sealed class NoTextTests(PostgresFixture postgres)
{
    [Theory, InlineData("sync"), InlineData("async")]
    public async Task What_a_column_cannot_do_is_an_error_on_its_member(string form)
    {
        using CrudOn<LeafContext> leaves = new("postgresql", form, postgres);
        leaves.Given(new Leaf { Id = 1, Data = "{}", Number = 9 });
        (string Member, FilterComparison Comparison, string Value)[] filters =
        [
            ("Data", FilterComparison.Contains, "x"), ("Data", FilterComparison.StartsWith, "x"),
            ("Number", FilterComparison.AtLeast, "10"), ("Span", FilterComparison.AtLeast, "5"),
        ];

        foreach (var (member, comparison, value) in filters)
        {
            ListRequest<Leaf, LeafRow> request = new() { Filters = [new(member, comparison, value)] };
            Result<Page<LeafRow>> page = await leaves.CallAsync(
                crud => crud.List(request), (crud, token) => crud.ListAsync(request, token));
            Assert.Equal((Outcome.Invalid, member), (page.Outcome, Assert.Single(page.Errors).Path));
        }
    }

    public sealed class LeafContext(DbContextOptions<LeafContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Leaf>(leaf =>
        {
            leaf.Property(row => row.Data).HasColumnType("jsonb");
            leaf.Property(row => row.Number).HasConversion<string>();
        });
    }

    public sealed class Leaf
    {
        public int Id { get; set; }

        public string Data { get; set; } = "{}";

        public int Number { get; set; }

        public TimeSpan Span { get; set; }
    }

    public sealed record LeafRow(string Data, int Number, TimeSpan Span) : IProjection<Leaf, LeafRow>
    {
        public static System.Linq.Expressions.Expression<Func<Leaf, LeafRow>> Projection { get; } =
            leaf => new LeafRow(leaf.Data, leaf.Number, leaf.Span);
    }
}
