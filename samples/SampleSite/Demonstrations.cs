namespace SampleSite;

/// <summary>Everything the site shows, in the order of its navigation.</summary>
public static class Demonstrations
{
    /// <summary>Posts in a database.</summary>
    public static Demonstration Posts { get; } = new(
        "posts", "Posts", "Posts", "What does async change for a page that asks a database?",
        "List, detail, create, edit and delete, every page written twice on the same service. The database answers in a few milliseconds, "
        + "and most of a visitor’s time goes elsewhere; look below the list.",
        "/posts/sync",
        [
            new(Form.Sync, "Sync", "/posts/sync", "The thread waits for the database."),
            new(Form.Async, "Async", "/posts/async", "The thread serves others while the database works."),
        ]);

    /// <summary>The words that posts are found by.</summary>
    public static Demonstration Tags { get; } = new(
        "tags", "Tags", "Tags", "How much code differs between the two forms?",
        "The smallest complete set of pages on one table, written twice. Compare the code: the forms differ in a few words a method.",
        "/tags/sync",
        [
            new(Form.Sync, "Sync", "/tags/sync", "The thread waits for the database."),
            new(Form.Async, "Async", "/tags/async", "The thread serves others while the database works."),
        ]);

    /// <summary>The same accesses without a page around them.</summary>
    public static Demonstration DataAccess { get; } = new(
        "data-access", "Data access", "Data access", "What does async cost when the database answers at once?",
        "Reads and writes of posts, timed inside the site with nothing of the web around them: syncopate run ef asks for them. "
        + "SQLite works inside the process, so its asynchronous calls are synchronous; a database server tells more.",
        "/data-access",
        [
            new(Form.Sync, "Sync", "/data-access", "The thread waits for each command."),
            new(Form.Async, "Async", "/data-access", "Each command is awaited."),
            new(Form.Parallel, "Async, all at once", "/data-access", "Four reads at once, each on a context of its own."),
        ]);

    /// <summary>Work that takes longer than a visitor likes to look at nothing.</summary>
    public static Demonstration Actions { get; } = new(
        "actions", "Actions", "Long actions", "What does a visitor see while the work takes long?",
        "The blocking page answers when all is done, and until then there is nothing. The other answers at once: the work goes on in the background, "
        + "tells how far it is, can be cancelled, and is found again after a reload.",
        "/actions",
        [
            new(Form.Sync, "The page that blocks", "/actions", "The answer comes when the work is done. Its thread works for you alone."),
            new(Form.Async, "In the background", "/actions", "The answer comes at once, and the work goes on. Its progress is pushed to the page."),
        ]);

    /// <summary>A page put together from four feeds.</summary>
    public static Demonstration Dashboard { get; } = new(
        "dashboard", "Dashboard", "Dashboard", "What does a page cost that asks four services?",
        "Four feeds, each about half a second slow, fill the four quarters of one page. Asked one after the other their waits add up, "
        + "whether a thread is held meanwhile or not. Asked all at once, the page takes as long as the slowest of them.",
        "/dashboard/sync",
        [
            new(Form.Sync, "Sync", "/dashboard/sync", "One feed after the other; the thread waits with them."),
            new(Form.Async, "Async, in sequence", "/dashboard/async", "One feed after the other; the thread serves others meanwhile."),
            new(Form.Parallel, "Async, all at once", "/dashboard/parallel", "All four are asked at once and awaited together."),
        ]);

    /// <summary>An action that only waits.</summary>
    public static Demonstration Delays { get; } = new(
        "delays", "Delays", "Delays", "What does waiting cost when nothing is computed?",
        "The action waits half a second and answers. Alone you see no difference. With twenty visitors at the same moment the blocking form "
        + "needs twenty threads, and the visitors queue until the pool has grown; the awaiting form needs hardly any.",
        "/delays/sync",
        [
            new(Form.Sync, "Sync", "/delays/sync", "The thread sleeps."),
            new(Form.Async, "Async", "/delays/async", "The thread goes back to the pool; a timer calls one when the time is over."),
        ]);

    /// <summary>A JSON service that waits 200 ms.</summary>
    public static Demonstration CustomersDelay { get; } = new(
        "customers-delay", "Customers", "Customers, waiting", "What does one line, Task.Delay(200).Wait(), do to a service?",
        "A list of customers that takes 200 ms to arrive. The first form blocks on a task, the mistake that this action is about; "
        + "the second awaits it.",
        "/customers",
        [
            new(Form.Sync, "Sync", "/customers/sync-delay", "Blocks its thread on a task that only waits."),
            new(Form.Async, "Async", "/customers/async-delay", "Awaits the same task."),
        ]);

    /// <summary>A JSON service that computes.</summary>
    public static Demonstration CustomersCpu { get; } = new(
        "customers-cpu", "Customers", "Customers, computing", "Does async help when the processor is the limit?",
        "The same list with a rating that takes a few milliseconds of computing. There is nothing to wait for, so there is nothing to gain: "
        + "the asynchronous form only hands the work to another thread of the same pool.",
        "/customers",
        [
            new(Form.Sync, "Sync", "/customers/sync-cpu", "Computes where it is."),
            new(Form.Async, "Async", "/customers/async-cpu", "Hands the computing to the pool and awaits it."),
        ]);

    /// <summary>A page about a slow service of somebody else.</summary>
    public static Demonstration External { get; } = new(
        "external", "External", "External service", "What if the slow part belongs to somebody else?",
        "The day's programmes of three channels come from a service that takes about half a second for each. You cannot make it faster; "
        + "you can choose how to wait for it.",
        "/external/sync",
        [
            new(Form.Sync, "Sync", "/external/sync", "Channel after channel; the thread waits with them."),
            new(Form.Async, "Async, in sequence", "/external/async", "Channel after channel; the thread serves others meanwhile."),
            new(Form.Parallel, "Async, all at once", "/external/parallel", "All three channels are asked at once."),
        ]);

    /// <summary>Ten servers asked, one answer used.</summary>
    public static Demonstration FirstWins { get; } = new(
        "first-wins", "First wins", "First wins", "What does it gain to ask ten servers and use the first answer?",
        "Ten servers can answer, each after 50 to 500 ms. Asking one is cheap and slow on average; asking all ten is quick, but nine of "
        + "them work for nothing unless they are told to stop.",
        "/first-wins/one",
        [
            new(Form.Sync, "Ask one", "/first-wins/one", "One server is asked; the thread waits for it."),
            new(Form.Async, "Race", "/first-wins/race", "Ten are asked, the first answer is used, the losers run on."),
            new(Form.Parallel, "Race and cancel", "/first-wins/cancel", "Ten are asked, the first answer is used, the losers are told to stop."),
        ]);

    /// <summary>All of them, in the order of the navigation.</summary>
    public static IReadOnlyList<Demonstration> All { get; } = [Posts, Tags, DataAccess, Actions, Dashboard, Delays, CustomersDelay, CustomersCpu, External, FirstWins];

    /// <summary>The words of the navigation and where they lead: the topics of the demonstrations, and pages that have one form.</summary>
    public static IReadOnlyList<(string Name, string Home)> Topics { get; } =
        [("Blogs", "/blogs"), .. All.DistinctBy(static demo => demo.Topic).Select(static demo => (demo.Topic, demo.Home)), ("Internals", "/internals")];
}
