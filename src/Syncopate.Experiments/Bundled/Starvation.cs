using System.Globalization;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Texts;

namespace Syncopate.Experiments.Bundled;

/// <summary>What a pool does when its threads are held, by the way in which they are held: threads and latency
/// while many users come at once.</summary>
internal static class Starvation
{
    private const string Id = "starvation";
    private const string AsShipped = "The pool as it is";

    private static readonly IReadOnlyList<Wait> Waits =
    [
        new("sleep", "Thread.Sleep", ms => $"- Thread.Sleep({ms});\n+ await Task.Delay({ms}, cancellationToken);",
            "A thread that sleeps looks to the pool like one that works. The pool adds a thread when no work item has finished for 500 ms; "
                + "shorter waits keep it from doing so, and only hill climbing, which tries other numbers of threads and keeps what pays, "
                + "adds some. In 2016 it was the same.")
            {
                IsQuickRaised = true,
            },
        new("task", "Task.Delay(…).Wait()", ms => $"- Task.Delay({ms}).Wait();\n+ await Task.Delay({ms}, cancellationToken);",
            "Since .NET 6 a thread that blocks on a task notifies the pool, which adds threads at once: "
                + "first as many as there are processors, then one every 25 to 250 ms. In 2016 the pool was not notified, "
                + "and added one or two threads per second."),
        new("socket", "A synchronous socket read", _ =>
            "- int bytes = socket.Receive(buffer);\n+ int bytes = await socket.ReceiveAsync(buffer, cancellationToken);",
            "The system call holds the thread, and the pool is not notified. The service that is read from is another process: "
                + "inside the same one it would starve too, and the wait would take very long."),
        new("lock", "A lock", _ => "- lock (_gate)\n+ await _gate.WaitAsync(cancellationToken);",
            "Only one is let through at a time, so that all together wait as long in both forms: "
                + "what a lock costs beside that is the threads queued on it. The pool is not notified of a lock either.")
            {
                IsQueue = true,
            },
    ];

    public static BundledExperiment Entry { get; } = new(
        Id, "50 users on four kinds of blocking and on await: threads and latency", Sources.Owin, Plans)
    {
        Published = [],
        UsesFeeds = true,
        ComparesRuntimes = true,
        PartOf = RunMode.Full,
        Explanation = SharedExplanations.Waiting with { Key = StarvationText.Key, Reasons = StarvationText.Reasons },
    };

    private static IReadOnlyList<ExperimentPlan> Plans(RunMode mode, SampleServers servers) =>
    [
        .. from wait in Waits
           from pool in Pools(servers)
           where !pool.IsRaised || wait.IsQuickRaised || mode != RunMode.Quick
           select Plan(wait, pool, mode, servers),
    ];

    /// <summary>As it is, with its minimum raised, and as it is on newer versions of .NET. What holds a thread does not ask
    /// how async methods are compiled.</summary>
    private static IEnumerable<Pool> Pools(SampleServers servers)
    {
        yield return new Pool(servers.Runtimes[0], false);
        yield return new Pool(servers.Runtimes[0], true);
        foreach (SampleRuntime newer in servers.Runtimes.Where(r => r is { Version: not null, IsRuntimeAsync: false }))
            yield return new Pool(newer, false);
    }

    private static ExperimentPlan Plan(Wait wait, Pool pool, RunMode mode, SampleServers servers)
    {
        (int users, int loops, int milliseconds) = mode switch
        {
            RunMode.Quick => (20, 1, 100),
            RunMode.Default => (50, 1, 200),
            _ => (50, 5, 200),
        };
        int each = wait.IsQueue ? milliseconds / users : milliseconds;
        return new ExperimentPlan
        {
            Experiment = Describe(wait, pool, mode, new UsersTimesLoops(users, loops), each),
            Server = form => Site(servers, form, pool, users),
            Budget = TimeSpan.FromSeconds(mode switch { RunMode.Quick => 1.5, RunMode.Default => 44, _ => 120 }),
            EstimatedRound = TimeSpan.FromSeconds(mode switch { RunMode.Quick => 1.4, RunMode.Default => 3.5, _ => 12 }),
            MaximumRounds = mode == RunMode.Quick ? 1 : 8,
            RoundsPerProcess = 1,
            SteadyFloor = TimeSpan.Zero,
            SteadyCeiling = TimeSpan.Zero,
            Work = new HttpWork
            {
                WarmPath = form => form.Path.Split('?')[0] + "?ms=0",
                ColdWarmRequests = mode == RunMode.Quick ? 30 : 60,
            },
        };
    }

    /// <summary>A site with a minimum of threads; the runtime reads the number as hexadecimal.</summary>
    private static ServerCommand Site(SampleServers servers, Form form, Pool pool, int minimum)
    {
        ServerCommand site = servers.On(pool.Runtime, servers.Site(form));
        return !pool.IsRaised ? site : site with
        {
            Environment = new Dictionary<string, string>(site.Environment, StringComparer.Ordinal)
            {
                ["DOTNET_ThreadPool_ForceMinWorkerThreads"] = minimum.ToString("x", CultureInfo.InvariantCulture),
            },
        };
    }

    private static Experiment Describe(Wait wait, Pool pool, RunMode mode, UsersTimesLoops load, int milliseconds)
    {
        string query = string.Create(CultureInfo.InvariantCulture, $"?ms={milliseconds}");
        return new Experiment
        {
            Id = $"{Id}-{wait.Id}{pool.Runtime.Ending}{(pool.IsRaised ? "-raised" : "")}",
            Title = $"{wait.Title}: {FirstLetter.Lower(pool.Column)}",
            Group = new ExperimentGroup(
                Id,
                "A pool that is short of threads",
                "Many users come at once, and each request waits for something else. Which way of waiting starves the pool, "
                    + "and what helps?",
                wait.Title,
                pool.Column),
            Question = string.Create(
                CultureInfo.InvariantCulture,
                $"{load.Users} users come at once, "
                    + $"each request waits {milliseconds} ms{(wait.IsQueue ? " behind the one before it" : "")}. How long do they wait, "
                    + $"and how many threads does it take?"),
            Source = Sources.Owin,
            Workload = new Workload(wait.Title, UseCase.IoBound,
            [
                new WorkloadForm(Form.Sync, "Sync", $"/starvation/{wait.Id}/sync{query}", milliseconds),
                new WorkloadForm(Form.Async, "Async", $"/starvation/{wait.Id}/async{query}", milliseconds),
            ]),
            Load = load,
            Replicate = Replicate.ProcessStart,
            NoiseForm = null,
            WaitMilliseconds = milliseconds,
            PublishedWaitMilliseconds = 0,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = [],
            Change = wait.Change(milliseconds.ToString(CultureInfo.InvariantCulture)),
            Caveats = [wait.Then, .. Caveats(pool.IsRaised, mode)],
        };
    }

    private static IEnumerable<string> Caveats(bool raised, RunMode mode)
    {
        if (raised)
        {
            yield return "The pool starts with a minimum of as many threads as there are users (DOTNET_ThreadPool_ForceMinWorkerThreads): "
                + "it makes those at once. It needs the number of users, and each thread its memory, before anybody comes.";
        }

        if (mode == RunMode.Quick)
            yield return "A quick run takes one round of each: a picture, not a verdict. It has fewer users and shorter waits, too.";
    }

    /// <summary>The pool of a site.</summary>
    /// <param name="Runtime">The .NET whose pool it is.</param>
    /// <param name="IsRaised">Whether its minimum of threads is the number of users.</param>
    private sealed record Pool(SampleRuntime Runtime, bool IsRaised)
    {
        public string Column => IsRaised ? "Minimum threads as many as users"
            : Runtime.Version is { } version ? $"The pool of .NET {version}"
            : AsShipped;
    }

    /// <summary>A way to wait.</summary>
    /// <param name="Id">Part of the path.</param>
    /// <param name="Title">Row of the table.</param>
    /// <param name="Change">The code change, for a wait of so many milliseconds.</param>
    /// <param name="Then">What the pool does, and what it did in 2016.</param>
    private sealed record Wait(string Id, string Title, Func<string, string> Change, string Then)
    {
        /// <summary>Whether users wait for one another; then all of them together wait as long as one does elsewhere.</summary>
        public bool IsQueue { get; init; }

        /// <summary>Whether a quick run shows what more threads do for it.</summary>
        public bool IsQuickRaised { get; init; }
    }
}
