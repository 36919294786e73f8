using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using FeedService.Database;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud;
using Syncopate.Running.Servers;
using Syncopate.Statistics;

namespace Syncopate.Bench.DataAccess;

/// <summary>
/// What Syncopate.Crud adds to hand-written EF Core that sends the same commands: slices of some 20 ms by hand and by
/// the library, in random order within each round, a context for each call; ratio of time by Hodges-Lehmann over the rounds, bytes by the
/// median.</summary>
internal static partial class CrudBench
{
    private const ulong Seed = 20260101;

    // A folder in memory where there is one: the disk's part of a write is the same for both, and varies by far more
    // than the library costs.
    private static readonly string Parent = Directory.Exists("/dev/shm") ? "/dev/shm" : Path.GetTempPath();

    private static readonly TimeSpan SliceLength = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan WarmUpLength = TimeSpan.FromSeconds(2);

    public static Task RunAsync(int rounds) => RunAsync(rounds, CompareAsync);

    /// <summary>The same in a context that tracks rows already.</summary>
    public static Task RunTrackingAsync(int rounds) => RunAsync(rounds, CompareTrackingAsync);

    private static async Task RunAsync(int rounds, Func<PostDatabase, int, Task> compare)
    {
        Print($"{Environment.ProcessorCount} cores, {RuntimeInformation.RuntimeIdentifier}, {RuntimeInformation.FrameworkDescription}, EF Core {typeof(DbContext).Assembly.GetName().Version?.ToString(3)}; {rounds} rounds of slices of {SliceLength.TotalMilliseconds} ms, files in {Parent}, seed {Seed}");
        Print($"");
        Print($"| database | operation | form | EF Core, us | library, us | ratio [95 %] | EF Core, bytes | library adds, bytes | commands |");
        Print($"|---|---|---|---|---|---|---|---|---|");
        await OnSqliteAsync(rounds, compare);
        await OnPostgresAsync(rounds, compare);
    }

    private static async Task OnSqliteAsync(int rounds, Func<PostDatabase, int, Task> compare)
    {
        SystemSqlite.Use();
        DirectoryInfo folder = Directory.CreateDirectory(Path.Combine(Parent, $"syncopate-bench-{Environment.ProcessId}"));
        try
        {
            string connection = $"Data Source={Path.Combine(folder.FullName, "bench.db")};Foreign Keys=True";
            PostDatabase database = new("SQLite", options => options.UseSqlite(connection));
            await using (PostContext context = database.Open())
                await context.Database.ExecuteSqlRawAsync("PRAGMA journal_mode = WAL");
            await compare(database, rounds);
        }
        finally
        {
            SqliteConnection.ClearAllPools();
            folder.Delete(recursive: true);
        }
    }

    private static async Task OnPostgresAsync(int rounds, Func<PostDatabase, int, Task> compare)
    {
        if (await PostgresPrograms.FindAsync() is not { } programs)
        {
            Print($"| PostgreSQL | no programs of it on this machine | | | | | | | |");
            return;
        }
        await using PostgresServer server = await PostgresServer.StartAsync(programs, Parent);
        await compare(new PostDatabase($"PostgreSQL {programs.Version}", options => options.UseNpgsql(server.ConnectionString)), rounds);
    }

    private static async Task CompareAsync(PostDatabase database, int rounds)
    {
        DataOperation[] operations = [new ListPosts(database), new DetailPost(database), new CreatePost(database), new UpdatePost(database), new DeletePost(database)];
        foreach (DataOperation operation in operations)
        {
            string commands = $"{Commands(operation, database)}";
            await CompareAsync($"{database.Name} | {operation.Name} | sync", operation, rounds, commands, [Completed(calls => ByHand(database, operation, calls)), Completed(calls => ByCrud(database, operation, calls))]);
            await CompareAsync($"{database.Name} | {operation.Name} | async", operation, rounds, commands, [calls => ByHandAsync(database, operation, calls), calls => ByCrudAsync(database, operation, calls)]);
        }
    }

    private static async Task CompareTrackingAsync(PostDatabase database, int rounds)
    {
        DataOperation[] operations =
        [
            new UpdatePost(database),
            new CreatePost(database),
            new DeletePost(database),
            new DeleteAlbum(database),
            new RefusedPost(database),
        ];
        foreach (DataOperation operation in operations)
        {
            string commands = operation.IsRefused ? "0"
                : operation.IsOfTracked ? CommandsOfTracked(operation, database)
                : $"{Commands(operation, database)}";
            string name = $"{database.Name}, {PostDatabase.Posts + PostDatabase.Blogs} tracked | {operation.Name}";
            Func<int, Task<Slice>>[] synchronous =
            [
                Completed(calls => TrackingSlices.ByHand(database, operation, calls)),
                Completed(calls => TrackingSlices.ByCrud(database, operation, calls)),
            ];
            Func<int, Task<Slice>>[] asynchronous =
            [
                calls => TrackingSlices.ByHandAsync(database, operation, calls),
                calls => TrackingSlices.ByCrudAsync(database, operation, calls),
            ];
            await CompareAsync($"{name} | sync", operation, rounds, commands, synchronous);
            await CompareAsync($"{name} | async", operation, rounds, commands, asynchronous);
        }
    }

    private static Func<int, Task<Slice>> Completed(Func<int, Slice> way) => calls => Task.FromResult(way(calls));

    private static async Task CompareAsync(string name, DataOperation operation, int rounds, string commands, Func<int, Task<Slice>>[] ways)
    {
        int calls = await WarmUpAsync(operation, ways);
        Slice[][] slices = [new Slice[rounds], new Slice[rounds]];
        for (int round = 0; round < rounds; round++)
        {
            foreach (int way in RoundOrder.Draw(Seed, name, round, ways.Length))
                slices[way][round] = await MeasureAsync(operation, ways[way], calls);
        }

        double[] logRatios = [.. slices[1].Zip(slices[0], (library, hand) => Math.Log(library.Nanoseconds / hand.Nanoseconds))];
        IntervalEstimate ratio = HodgesLehmann.Estimate(logRatios, alpha: 0.05);
        double added = Median(slices[1].Zip(slices[0], (library, hand) => library.Bytes - hand.Bytes));
        Print($"| {name} | {Median(slices[0].Select(slice => slice.Nanoseconds)) / 1000:N1} | {Median(slices[1].Select(slice => slice.Nanoseconds)) / 1000:N1} | {Math.Exp(ratio.Theta):0.000} [{Math.Exp(ratio.Low ?? double.NaN):0.000}, {Math.Exp(ratio.High ?? double.NaN):0.000}] | {Median(slices[0].Select(slice => slice.Bytes)):N0} | {added:N0} | {commands} |");
    }

    /// <summary>Runs both ways in turn for so long that their code is compiled to the end; then says how many calls by
    /// hand fill a slice.</summary>
    private static async Task<int> WarmUpAsync(DataOperation operation, Func<int, Task<Slice>>[] ways)
    {
        const int Calls = 20;
        double fastest = double.MaxValue;
        long started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < 2 * WarmUpLength)
        {
            fastest = Math.Min(fastest, (await MeasureAsync(operation, ways[0], Calls)).Nanoseconds);
            await MeasureAsync(operation, ways[1], Calls);
        }
        return Math.Max(Calls, (int)(SliceLength.TotalNanoseconds / fastest));
    }

    private static async Task<Slice> MeasureAsync(DataOperation operation, Func<int, Task<Slice>> way, int calls)
    {
        operation.Prepare(calls);
        Slice slice = await way(calls);
        operation.Restore();
        return slice;
    }

    private static Slice ByHand(PostDatabase database, DataOperation operation, int calls)
    {
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        long started = Stopwatch.GetTimestamp();
        for (int number = 0; number < calls; number++)
        {
            using PostContext context = database.Open();
            operation.ByHand(context, number);
        }
        return End(started, bytes, calls);
    }

    private static Slice ByCrud(PostDatabase database, DataOperation operation, int calls)
    {
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        long started = Stopwatch.GetTimestamp();
        for (int number = 0; number < calls; number++)
        {
            using PostContext context = database.Open();
            operation.Check(operation.ByCrud(new CrudService<PostContext>(context), number));
        }
        return End(started, bytes, calls);
    }

    private static async Task<Slice> ByHandAsync(PostDatabase database, DataOperation operation, int calls)
    {
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        long started = Stopwatch.GetTimestamp();
        for (int number = 0; number < calls; number++)
        {
            await using PostContext context = database.Open();
            await operation.ByHandAsync(context, number);
        }
        return End(started, bytes, calls);
    }

    private static async Task<Slice> ByCrudAsync(PostDatabase database, DataOperation operation, int calls)
    {
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        long started = Stopwatch.GetTimestamp();
        for (int number = 0; number < calls; number++)
        {
            await using PostContext context = database.Open();
            operation.Check(await operation.ByCrudAsync(new CrudService<PostContext>(context), number));
        }
        return End(started, bytes, calls);
    }

    private static Slice End(long started, long bytes, int calls) => new(
        Stopwatch.GetElapsedTime(started).TotalNanoseconds / calls,
        (double)(GC.GetTotalAllocatedBytes(precise: true) - bytes) / calls);

    /// <summary>How many commands per call sends. Both ways must send the same but for the names of parameters, or the
    /// comparison says nothing about the library.</summary>
    private static int Commands(DataOperation operation, PostDatabase database)
    {
        List<string> byHand = [];
        List<string> byCrud = [];
        operation.Prepare(2);
        using (PostContext context = database.Open(byHand.Add))
            operation.ByHand(context, 0);
        using (PostContext context = database.Open(byCrud.Add))
            operation.Check(operation.ByCrud(new CrudService<PostContext>(context), 1));
        operation.Restore();
        return byHand.Select(WithoutNames).SequenceEqual(byCrud.Select(WithoutNames))
            ? byHand.Count
            : throw new InvalidOperationException($"By hand and by the library {operation.Name} sends different commands:\n{string.Join('\n', byHand)}\n\n{string.Join('\n', byCrud)}");
    }

    /// <summary>How many commands each way sends for a row that its context tracks already.</summary>
    private static string CommandsOfTracked(DataOperation operation, PostDatabase database)
    {
        List<string> byHand = [];
        List<string> byCrud = [];
        operation.Prepare(2);
        using (PostContext context = database.Open(byHand.Add))
        {
            operation.Load(context);
            byHand.Clear();
            operation.ByHand(context, 0);
        }
        using (PostContext context = database.Open(byCrud.Add))
        {
            operation.Load(context);
            byCrud.Clear();
            operation.Check(operation.ByCrud(new CrudService<PostContext>(context), 1));
        }
        operation.Restore();
        return string.Create(CultureInfo.InvariantCulture, $"{byHand.Count} by hand, {byCrud.Count}");
    }

    private static string WithoutNames(string command) => Parameter().Replace(command, "@");

    [GeneratedRegex(@"@\w+")]
    private static partial Regex Parameter();

    private static double Median(IEnumerable<double> values) => values.Order().ToList() is var sorted ? sorted[sorted.Count / 2] : double.NaN;

    private static void Print(FormattableString line) => Console.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
