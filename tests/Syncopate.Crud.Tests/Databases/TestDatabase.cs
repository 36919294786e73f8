using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>A real database with the tables of <see cref="BlogContext"/>, for one test.</summary>
public abstract class TestDatabase : IDisposable
{
    public BlogContext Open(Action<DbContextOptionsBuilder>? change = null) => new(Options(change));

    public DbContextOptions<BlogContext> Options(Action<DbContextOptionsBuilder>? change = null)
    {
        DbContextOptionsBuilder<BlogContext> options = new();
        Use(options);
        change?.Invoke(options);
        return options.Options;
    }

    public abstract void Dispose();

    protected abstract void Use(DbContextOptionsBuilder options);
}
