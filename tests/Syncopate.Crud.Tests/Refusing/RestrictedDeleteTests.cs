using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>A row that others refer to, whatever else its deletion would change.</summary>
[Trait("Judges", "behaviour")]
public sealed class RestrictedDeleteTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_told_as_what_keeps_it(string database, string form)
    {
        using CrudOn<OfficeContext> office = new(database, form, postgres);
        Dept dept = new() { Name = "Sales" };
        office.Given(dept, new Emp { Name = "A", Dept = dept }, new Emp { Name = "B", Dept = dept }, new Invoice { Dept = dept });
        office.Context.Set<Emp>().Load();

        Result<Dept> refused = await office.CallAsync(
            crud => crud.Delete<Dept>(1), (crud, token) => crud.DeleteAsync<Dept>(1, cancellationToken: token));

        Assert.Equal([new CrudError("", "This dept cannot be deleted, because invoices still refer to it.")], refused.Errors);
        Assert.All(office.Context.Set<Emp>().Local, emp => Assert.Equal(1, emp.DeptId));
    }

    /// <summary>The commit fails then, of which EF Core says nothing but what the provider says.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_so_too_where_the_constraint_is_deferred(string database, string form)
    {
        using CrudOn<OfficeContext> office = new(database, form, postgres);
        office.Context.Database.ExecuteSqlRaw(database == "sqlite"
            ? """
                DROP TABLE "Invoice";
                CREATE TABLE "Invoice" (
                    "Id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                    "DeptId" INTEGER NOT NULL REFERENCES "Dept" ("Id") DEFERRABLE INITIALLY DEFERRED);
                """
            : """
                ALTER TABLE "Invoice" DROP CONSTRAINT "FK_Invoice_Dept_DeptId";
                ALTER TABLE "Invoice" ADD CONSTRAINT "FK_Invoice_Dept_DeptId"
                    FOREIGN KEY ("DeptId") REFERENCES "Dept" ("Id") DEFERRABLE INITIALLY DEFERRED;
                """);
        Dept dept = new() { Name = "Sales" };
        office.Given(dept, new Emp { Name = "A", Dept = dept }, new Invoice { Dept = dept });
        office.Context.Set<Emp>().Load();

        Result<Dept> refused = await office.CallAsync(
            crud => crud.Delete<Dept>(1), (crud, token) => crud.DeleteAsync<Dept>(1, cancellationToken: token));

        Assert.Equal([new CrudError("", "This dept cannot be deleted, because invoices still refer to it.")], refused.Errors);
        Assert.Equal(1, Assert.Single(office.Context.Set<Emp>().Local).DeptId);
        Assert.Equal(1, office.Stored(context => context.Set<Dept>().Count()));
    }

    public sealed class OfficeContext(DbContextOptions<OfficeContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Emp>().HasOne(emp => emp.Dept).WithMany(dept => dept.Emps).OnDelete(DeleteBehavior.SetNull);
            modelBuilder.Entity<Invoice>().HasOne(invoice => invoice.Dept).WithMany(dept => dept.Invoices)
                .OnDelete(DeleteBehavior.Restrict);
        }
    }

    public sealed class Dept
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public ICollection<Emp> Emps { get; } = [];

        public ICollection<Invoice> Invoices { get; } = [];
    }

    public sealed class Emp
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int? DeptId { get; set; }

        public Dept? Dept { get; set; }
    }

    public sealed class Invoice
    {
        public int Id { get; set; }

        public int DeptId { get; set; }

        public Dept? Dept { get; set; }
    }
}
