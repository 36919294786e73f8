using FeedService.Database;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Npgsql;
using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>A database with the tables of one model, whose rows stay from trial to trial.</summary>
internal sealed class WareDatabase : IDisposable
{
    private readonly SqliteConnection? _kept; // What a database in memory lives by.
    private readonly string _connection;

    public WareDatabase(string product, WareModel model, PostgresFixture postgres)
    {
        Shape = model;
        IsPostgres = product == "postgresql";
        if (IsPostgres)
        {
            NpgsqlConnectionStringBuilder own = new(postgres.Server())
            {
                Database = $"wares_{Guid.NewGuid():n}",
                MaxPoolSize = 8,
            };
            _connection = own.ConnectionString;
        }
        else
        {
            SystemSqlite.Use();
            _connection = $"Data Source=file:{Guid.NewGuid():n}?mode=memory&cache=shared;Foreign Keys=True";
            _kept = new SqliteConnection(_connection);
            _kept.Open();
        }
        using WareContext context = Open();
        context.Database.EnsureCreated();
    }

    public bool IsPostgres { get; }

    public WareModel Shape { get; }

    public WareContext Open(params IInterceptor[] interceptors)
    {
        DbContextOptionsBuilder<WareContext> options = new();
        if (IsPostgres)
            options.UseNpgsql(_connection);
        else
            options.UseSqlite(_connection);
        options.ReplaceService<IModelCacheKeyFactory, WareContext.ModelKey>().AddInterceptors(interceptors);
        return Shape.IsOverridden
            ? new OverridingWares(options.Options, Shape)
            : new PlainWares(options.Options, Shape);
    }

    /// <summary>Each by its kind and key.</summary>
    public SortedDictionary<string, WareRow> Rows()
    {
        using WareContext context = Open();
        SortedDictionary<string, WareRow> rows = new(StringComparer.Ordinal);
        foreach (WareKind kind in WareKind.Tables)
            kind.Read(context, rows);
        return rows;
    }

    /// <summary>What was noted of saves since the trial began.</summary>
    public string[] Audits()
    {
        using WareContext context = Open();
        return [.. context.Set<Audit>().Select(audit => audit.Text)];
    }

    public void Dispose()
    {
        _kept?.Dispose();
        if (!IsPostgres)
            return;

        using NpgsqlConnection connection = new(_connection);
        NpgsqlConnection.ClearPool(connection);
    }
}
