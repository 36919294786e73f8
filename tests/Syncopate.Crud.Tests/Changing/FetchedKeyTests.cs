using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Keys that come from the database before the save, as those of a sequence do.</summary>
[Trait("Judges", "behaviour")]
public sealed class FetchedKeyTests : IDisposable
{
    private readonly SqliteConnection _connection = new("Data Source=:memory:");
    private readonly TicketContext _context;

    public FetchedKeyTests()
    {
        _connection.Open();
        _context = new TicketContext(new DbContextOptionsBuilder<TicketContext>().UseSqlite(_connection).Options);
        _context.Database.EnsureCreated();
    }

    [Fact]
    public async Task Are_awaited_by_the_asynchronous_form()
    {
        Result<Ticket> created = await new CrudService<TicketContext>(_context).CreateAsync(new Ticket(), TestContext.Current.CancellationToken);

        Assert.Equal(Counter.Awaited, created.Value.Id);
    }

    [Fact]
    public void Are_fetched_at_once_by_the_synchronous_form()
    {
        Result<Ticket> created = new CrudService<TicketContext>(_context).Create(new Ticket());

        Assert.Equal(Counter.AtOnce, created.Value.Id);
    }

    public void Dispose()
    {
        _context.Dispose();
        _connection.Dispose();
    }

    private sealed class Ticket
    {
        public int Id { get; init; }
    }

    private sealed class TicketContext(DbContextOptions<TicketContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) =>
            modelBuilder.Entity<Ticket>().Property(ticket => ticket.Id).HasValueGenerator<Counter>().ValueGeneratedOnAdd();
    }

    /// <summary>Tells by its numbers how it was asked.</summary>
    private sealed class Counter : ValueGenerator<int>
    {
        public const int AtOnce = 1;
        public const int Awaited = 2;

        public override bool GeneratesTemporaryValues => false;

        public override int Next(EntityEntry entry) => AtOnce;

        public override async ValueTask<int> NextAsync(EntityEntry entry, CancellationToken cancellationToken = default)
        {
            await Task.Yield();
            return Awaited;
        }
    }
}
