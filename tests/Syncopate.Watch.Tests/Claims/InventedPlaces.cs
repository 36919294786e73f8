namespace Syncopate.Watch.Tests.Claims;

/// <summary>Looks at invented blocked places: tasks, locks with holders, permits, sleeps behind a guard, known culprits.</summary>
internal static class InventedPlaces
{
    private static readonly (BlockingKind Kind, string Call, string? Via, string[] Frames)[] Calls =
    [
        (BlockingKind.Sleep, "Thread.Sleep", null, ["System.Threading.Thread.Sleep"]),
        (BlockingKind.Socket, "NetworkStream.Read", null, ["System.Net.Sockets.Socket.Receive"]),
        (BlockingKind.Http, "HttpClient.Send", null, ["System.Net.Http.HttpClient.Send"]),
        (BlockingKind.Socket, "Dns.GetHostAddresses", null,
            ["System.Net.NameResolutionPal.TryGetAddrInfo", "System.Net.Dns.GetHostAddresses"]),
        (BlockingKind.Sleep, "Thread.Sleep", "TimerQueueTimer.Fire",
            ["System.Threading.Thread.Sleep", "System.Threading.TimerQueueTimer.Fire"]),
        (BlockingKind.TaskWait, "Task.Wait", null, ["System.Threading.Tasks.Task.Wait"]),
        (BlockingKind.Lock, "Monitor.Enter", null, ["System.Threading.Monitor.Enter"]),
        (BlockingKind.Lock, "Monitor.Enter", "RuntimeResourceSet.GetObject",
            ["System.Threading.Monitor.Enter", "System.Resources.RuntimeResourceSet.GetObject"]),
        (BlockingKind.Signal, "SemaphoreSlim.Wait", null, ["System.Threading.SemaphoreSlim.Wait"]),
        (BlockingKind.Signal, "ManualResetEventSlim.Wait", null, ["System.Threading.ManualResetEventSlim.Wait"]),
        (BlockingKind.Signal, "Parallel.For", null, ["System.Threading.Tasks.Parallel.For"]),
        (BlockingKind.Sleep, "Thread.Sleep", null,
            ["System.Threading.Thread.Sleep", "Shop.Orders.Pay", "System.Threading.Tasks.TaskReplicator.Replica.Execute"]),
        (BlockingKind.Signal, "Monitor.Wait", "ConsoleLoggerProcessor.Enqueue",
            ["System.Threading.Monitor.Wait", "Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.Enqueue"]),
        (BlockingKind.Data, "SqliteCommand.ExecuteReader", null,
            ["System.Threading.Thread.Sleep", "Microsoft.Data.Sqlite.SqliteCommand.ExecuteReader"]),
        (BlockingKind.Data, "NpgsqlConnection.Open", null, ["System.Threading.Tasks.Task.Wait", "Npgsql.PoolingDataSource.Get"]),
        (BlockingKind.Data, "NpgsqlCommand.ExecuteReader", null, ["Npgsql.NpgsqlCommand.ExecuteReader"]),
        (BlockingKind.File, "FileStream.Read", null, ["System.IO.FileStream.Read"]),
        (BlockingKind.Signal, "", null, ["Shop.Native.Wait"]),
    ];

    /// <summary>A look of about a second.</summary>
    public static BlockedSites Of(Random random)
    {
        int threads = random.Next(1, 25);
        double window = 900 + 200 * random.NextDouble();
        // Mostly one place blocks nearly all; sometimes many do, or none.
        BlockedSite[] places = [.. Enumerable.Range(0, random.Next(5))
            .Select(place => Place(random, threads, window * threads * Math.Pow(random.NextDouble(), place + 0.5)))
            .DistinctBy(SeenPlaces.Key)];
        double all = Math.Max(1e-9, places.Sum(place => place.BlockedMilliseconds));
        return new BlockedSites
        {
            WindowMilliseconds = window,
            Threads = threads,
            LostEvents = random.Next(10) == 0 ? random.Next(1, 5) : 0,
            Sites = [.. places.Select(place => place with { Share = place.BlockedMilliseconds / all })
                .OrderByDescending(place => place.BlockedMilliseconds)],
        };
    }

    private static BlockedSite Place(Random random, int threads, double blocked)
    {
        var (kind, call, via, frames) = Calls[random.Next(2) == 0 ? random.Next(6) : random.Next(Calls.Length)];
        string? route = random.Next(3) == 0 ? "GET /orders" : null;
        string name = route is not null && random.Next(2) == 0 ? route : random.Next(2) == 0 ? "Orders.Pay" : "Orders.Ship";
        bool hasLine = name != route && random.Next(3) > 0;
        bool isHeld = call is "Monitor.Enter" or "SemaphoreSlim.Wait" && random.Next(3) > 0;
        return new BlockedSite
        {
            Kind = kind,
            Call = call,
            Via = via,
            Place = name,
            File = hasLine ? "/src/Shop/Orders.cs" : null,
            Line = hasLine ? random.Next(10, 14) : null,
            Route = route,
            IsSyncOverAsync = kind == BlockingKind.TaskWait,
            IsSampled = random.Next(2) == 0,
            Threads = random.Next(1, threads + 1),
            Waits = random.Next(1, 60),
            BlockedMilliseconds = blocked,
            LongestMilliseconds = Math.Min(blocked, random.Next(2) == 0 ? 200 : 900),
            Share = 0,
            OtherRequests = isHeld && random.Next(2) == 0 ? random.Next(2) * random.NextDouble() : null,
            Holder = isHeld ? Holder(random, call == "Monitor.Enter") : null,
            Guard = kind is BlockingKind.Sleep or BlockingKind.Socket && random.Next(4) == 0 ? "SemaphoreSlim.Wait" : null,
            Frames = [.. frames, "Shop.Orders.Pay"],
        };
    }

    private static BlockedHolder Holder(Random random, bool isLock) => new(
        random.Next(3) == 0 ? null : "Thread.Sleep", random.Next(4) == 0 ? "GET /orders" : "Orders.Ship", null, null,
        random.Next(3) == 0 ? null : Math.Exp(6 * random.NextDouble() - 1), isLock ? 1 : 1 + 4 * random.NextDouble())
    {
        Evidence = (HolderEvidence)random.Next(4),
    };
}
