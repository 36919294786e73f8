using System.Diagnostics;
using System.Globalization;
using System.Text;
using Syncopate.Cluster;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Syncopate.Histograms;
using Syncopate.Load;

namespace Syncopate.ClusterBench;

/// <summary>What one agent costs the conductor and the database in a second: the unit prices of docs/scale.md.</summary>
internal static class ScaleBench
{
    private const int Intervals = 2_000;
    private const int Sessions = 8;

    // Each has a lock in the list that a look goes through, and that a question went through for each agent.
    private static readonly int[] Waiting = [8, 64, 256];

    private static readonly TimeSpan Asking = TimeSpan.FromSeconds(8);

    public static async Task RunAsync()
    {
        Figures machine = new();
        Figures.Line($"| price | value |");
        Figures.Line($"|---|---|");
        Conductor();
        using (new BenchNetwork(0))
            await DatabaseAsync();
        Figures.Line($"| machine | {machine.Machine()} |");
    }

    private static void Conductor()
    {
        string body = Interval().ToText();
        Figures.Line($"| bytes of an interval with 20,000 answers | {Encoding.UTF8.GetByteCount(body)} |");
        IntervalSum[] sums = [new(0, isOpen: true), new(0, isOpen: true), new(0, isOpen: true)];
        double read = Processor(() =>
        {
            DecodedInterval decoded = DecodedInterval.Of(ClusterJson.Read(body, LoadJson.Default.AgentInterval));
            foreach (IntervalSum sum in sums)
                sum.Add(decoded);
        });
        Figures.Line($"| conductor's processor time for an interval, us | {read:0} |");
        AgentCard card = new("generator-17", "0.2.0", "generator-17.example.com", "0123456789ABCDEF", 16, 120_000)
        {
            Limits = "shop.example.com",
        };
        string text = System.Text.Json.JsonSerializer.Serialize(card, ClusterJson.Default.AgentCard);
        string clock = System.Text.Json.JsonSerializer.Serialize(new ClockReading(123_456, 1_234), ClusterJson.Default.ClockReading);
        double seen = Processor(() =>
        {
            _ = ClusterJson.Read(text, ClusterJson.Default.AgentCard);
            _ = ClusterJson.Read(clock, ClusterJson.Default.ClockReading);
        });
        Figures.Line($"| conductor's processor time for an agent in a look, us, and bytes | {seen:0.0}, {text.Length + clock.Length} |");
    }

    // Agents that hear and store as fast as they are answered: what the database can do with all processors that it gets.
    private static async Task DatabaseAsync()
    {
        await using BenchDatabase database = await BenchDatabase.StartAsync();
        JoinAddress address = JoinAddress.Parse(database.Owner);
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, CancellationToken.None);
        await conductor.TakeAsync(null, CancellationToken.None);
        long started = TimeProvider.System.GetTimestamp();
        List<PostgresAgentLink> idle = [];
        try
        {
            foreach (int waiting in Waiting)
            {
                while (idle.Count < waiting)
                    idle.Add((await JoinAsync(address, string.Create(CultureInfo.InvariantCulture, $"i{idle.Count + 1}"))).Link);
                await HearAsync(database, conductor, address, waiting);
                Figures.Progress($"{waiting} waiting: {TimeProvider.System.GetElapsedTime(started).TotalSeconds:0} s");
            }

            TimeSpan before = database.Processor();
            int kept = (await Task.WhenAll(
                Enumerable.Range(1, Sessions).Select(i => AskAsync(address, conductor, i, isStoring: true)))).Sum();
            TimeSpan storing = database.Processor() - before;
            FormattableString each = $"| {storing.TotalMicroseconds / kept:0} ({kept} stored) |";
            Figures.Line($"| database's processor time for an interval stored, us {each}");
        }
        finally
        {
            foreach (PostgresAgentLink link in idle)
                await link.DisposeAsync();
        }
    }

    // A question is answered by one row as long as the sign of life is fresh, which a look gives; without one the list of locks is asked.
    private static async Task HearAsync(
        BenchDatabase database, PostgresConductorLink conductor, JoinAddress address, int waiting)
    {
        foreach (bool isConducting in new[] { true, false })
        {
            using CancellationTokenSource end = new();
            if (!isConducting)
                await conductor.SweepAsync(CancellationToken.None); // The last sign of life is old then.
            Task beating = isConducting ? BeatAsync(conductor, end.Token) : Task.CompletedTask;
            TimeSpan before = database.Processor();
            int asked = (await Task.WhenAll(
                Enumerable.Range(1, Sessions).Select(i => AskAsync(address, conductor, i, isStoring: false)))).Sum();
            TimeSpan hearing = database.Processor() - before;
            await end.CancelAsync();
            await beating;
            string when = isConducting ? "while a load runs" : "without a sign of life";
            FormattableString each = $"| {hearing.TotalMicroseconds / asked:0} ({asked} asked) |";
            Figures.Line($"| database's processor time for a question of an agent, {waiting} others wait, {when}, us {each}");
        }
    }

    private static async Task BeatAsync(PostgresConductorLink conductor, CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            await Told.LookAsync(conductor);
            await Task.Delay(AgentHearing.Beat, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static async Task<(PostgresAgentLink Link, AgentSeat Seat)> JoinAsync(JoinAddress address, string name)
    {
        PostgresAgentLink link = await PostgresAgentLink.OpenAsync(address, name, CancellationToken.None);
        return (link, await link.JoinAsync(new AgentCard(name, "1", "m", name, 1, null), null, CancellationToken.None));
    }

    private static async Task<int> AskAsync(JoinAddress address, PostgresConductorLink conductor, int number, bool isStoring)
    {
        (PostgresAgentLink open, AgentSeat seat) = await JoinAsync(address, string.Create(CultureInfo.InvariantCulture, $"p{number}"));
        await using PostgresAgentLink link = open;
        Guid run = new(number, 1, 2, [0, 0, 0, 0, 0, 0, 0, (byte)(isStoring ? 1 : 0)]);
        if (isStoring)
            await Told.GiveAsync(conductor, seat, run); // Nothing is stored for a run of which nobody was told.
        string body = Interval().ToText();
        long started = TimeProvider.System.GetTimestamp();
        int done = 0;
        while (TimeProvider.System.GetElapsedTime(started) < Asking)
        {
            done++;
            if (isStoring)
                await link.StoreAsync([new StoredInterval(run, 1, seat.Id, seat.Incarnation, done, body)], CancellationToken.None);
            else
                await link.HearAsync(seat.LastCommand + 1_000_000, CancellationToken.None);
        }

        return done;
    }

    // As an agent sends it that answers 20,000 requests in its second, at a rate.
    private static AgentInterval Interval()
    {
        Random random = new(7);
        Histogram latencies = new();
        for (int i = 0; i < 20_000; i++)
        {
            double normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
            latencies.Record((long)(2e6 * Math.Exp(0.7 * normal)));
        }

        LoadInterval interval = new()
        {
            FromTimestamp = 0,
            ToTimestamp = TimeProvider.System.TimestampFrequency,
            InFlight = 40,
            Latencies = latencies,
            LatencySumNanoseconds = 4e10,
            Discarded = 0,
            Errors = new Dictionary<string, long>(),
            Started = 20_000,
            UnsolicitedFailures = 0,
            Drained = 0,
            DrainedFailures = 0,
            Reopened = 0,
            FailedInStep = [],
            Steps = [],
            FirstByteTimes = latencies,
            ConnectTimes = new Histogram(),
            ServiceTimes = latencies,
            Lateness = latencies,
            Overflowed = 0,
            BodyBytes = 1,
            ReceivedBytes = 1,
            SentBytes = 1,
            InFlightNanoseconds = 4e10,
            ActiveNanoseconds = 4e10,
            ThinkNanoseconds = 0,
            GeneratorCpuNanoseconds = 800_000_000,
        };
        return AgentInterval.Of(interval, 0, 1e9 / TimeProvider.System.TimestampFrequency);
    }

    /// <summary>Processor time of this process for one call, us.</summary>
    private static double Processor(Action call)
    {
        for (int i = 0; i < Intervals; i++)
            call();
        using Process own = Process.GetCurrentProcess();
        TimeSpan before = own.TotalProcessorTime;
        for (int i = 0; i < Intervals; i++)
            call();
        own.Refresh();
        return (own.TotalProcessorTime - before).TotalMicroseconds / Intervals;
    }

    private static class Told
    {
        // One conductor, one thing at a time.
        private static readonly SemaphoreSlim Turn = new(1);

        public static async Task GiveAsync(PostgresConductorLink conductor, AgentSeat seat, Guid run)
        {
            await Turn.WaitAsync();
            AgentCommand command = new(0, 0, run, 1, CommandKind.Prepare);
            await conductor.CommandAsync(new Dictionary<int, AgentCommand> { [seat.Id] = command }, CancellationToken.None);
            Turn.Release();
        }

        // A look at a round of nobody: the sign of life is what it is for.
        public static async Task LookAsync(PostgresConductorLink conductor)
        {
            await Turn.WaitAsync();
            await conductor.LookAsync(Guid.Empty, 1, [], CancellationToken.None);
            Turn.Release();
        }
    }
}
