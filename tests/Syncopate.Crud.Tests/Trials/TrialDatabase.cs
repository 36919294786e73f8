using System.Data.Common;
using System.Globalization;
using FeedService.Database;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Npgsql;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>A database with the tables of one model, whose rows stay from trial to trial.</summary>
internal sealed class TrialDatabase : IDisposable
{
    private static readonly string[] Woods = ["", "fir", "pine"];

    private readonly TrialModel _model;
    private readonly DbContextOptions<TrialContext> _options;
    private readonly DbConnection _connection;

    private TrialDatabase(TrialModel model, DbConnection connection, Action<DbContextOptionsBuilder, DbConnection> use)
    {
        (_model, _connection) = (model, connection);
        DbContextOptionsBuilder<TrialContext> options = new();
        use(options, connection);
        _options = options.ReplaceService<IModelCacheKeyFactory, TrialContext.ModelKey>().Options;
    }

    public static TrialDatabase OnSqlite(TrialModel model)
    {
        SystemSqlite.Use();
        TrialDatabase database = new(
            model,
            new SqliteConnection("Data Source=:memory:;Foreign Keys=True"),
            (options, connection) => options.UseSqlite(connection));
        database._connection.Open();
        return database.Filled();
    }

    public static TrialDatabase OnPostgres(TrialModel model, string server)
    {
        NpgsqlConnectionStringBuilder own = new(server) { Database = $"trial_{Guid.NewGuid():n}", Pooling = false };
        TrialDatabase database = new(
            model, new NpgsqlConnection(own.ConnectionString), (options, connection) => options.UseNpgsql(connection));
        return database.Filled();
    }

    public TrialContext Open() => new(_options, _model);

    /// <summary>Each row as one line of text, read without EF Core.</summary>
    public Dictionary<string, string> Rows()
    {
        Dictionary<string, string> rows = [];
        Read(
            rows,
            "ship",
            """
            SELECT "Id", "Name", "Engine_Maker", "Load_Unit", "Load_Amount", "Keel_Wood", "Keel_Length", "Keel_Bolt_Maker",
                "Dues", "HarbourId", "IsSunk", "Version" FROM "Ships"
            """);
        Read(rows, "harbour", """SELECT "Id", "Name" FROM "Harbours" """);
        Read(rows, "flag", """SELECT "Id", "Colour" FROM "Flags" """);
        Read(rows, "flies", """SELECT "ShipsId" * 100000 + "FlagsId" FROM "FlagShip" """);
        return rows;
    }

    /// <summary>Adds rows when too few are left to try anything with, and takes some away when there are so many that
    /// reading them takes the time.</summary>
    public void Refill()
    {
        using TrialContext context = Open();
        if (context.Flags.Count() > 12)
            context.Flags.OrderBy(flag => flag.Id).Take(6).ExecuteDelete();
        if (context.Ships.IgnoreQueryFilters().Count() > 12)
            context.Ships.IgnoreQueryFilters().OrderBy(ship => ship.Id).Take(6).ExecuteDelete();
        int missing = 4 - context.Ships.Count();
        if (missing <= 0 && context.Harbours.Count() >= 2 && context.Flags.Count() >= 3)
            return;

        List<Flag> flags = [.. Enumerable.Range(0, 3).Select(_ => new Flag { Colour = Word(12) })];
        Harbour harbour = new() { Name = "Home" };
        context.AddRange(flags);
        context.AddRange(harbour, new Harbour { Name = "Far" });
        foreach (int number in Enumerable.Range(0, Math.Max(1, missing)))
        {
            Ship ship = new()
            {
                Name = Word(8),
                Harbour = harbour,
                Engine = new Engine { Maker = "M" },
                Load = new Load { Unit = "t" },
                Keel = Keel.Of(Woods[number % Woods.Length]),
                Dues = [1, 2],
                Version = 1,
            };
            flags.Take(number % 3).ToList().ForEach(ship.Flags.Add);
            context.Add(ship);
        }
        context.SaveChanges();
    }

    public void Dispose() => _connection.Dispose();

    private static string Word(int length) => Guid.NewGuid().ToString("n")[..length];

    private TrialDatabase Filled()
    {
        using (TrialContext context = Open())
            context.Database.EnsureCreated();
        if (_connection.State == System.Data.ConnectionState.Closed)
            _connection.Open();
        Refill();
        return this;
    }

    private void Read(Dictionary<string, string> rows, string kind, string query)
    {
        using DbCommand command = _connection.CreateCommand();
        command.CommandText = query;
        using DbDataReader reader = command.ExecuteReader();
        while (reader.Read())
        {
            long id = Convert.ToInt64(reader.GetValue(0), CultureInfo.InvariantCulture);
            IEnumerable<string> columns = Enumerable.Range(1, reader.FieldCount - 1).Select(column => Text(reader.GetValue(column)));
            rows[string.Create(CultureInfo.InvariantCulture, $"{kind} {id}")] = string.Join(", ", columns);
        }
    }

    private static string Text(object value) => value switch
    {
        DBNull => "none",
        bool truth => truth ? "1" : "0",
        int[] numbers => $"[{string.Join(',', numbers)}]",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };
}
