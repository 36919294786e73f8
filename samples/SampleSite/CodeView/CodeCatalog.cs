using System.Collections.Frozen;
using SampleSite.Actions;
using SampleSite.Customers;
using SampleSite.Dashboard;
using SampleSite.DataAccess;
using SampleSite.Delays;
using SampleSite.External;
using SampleSite.Feeds;
using SampleSite.FirstWins;
using SampleSite.Posts;
using SampleSite.Tags;

namespace SampleSite.CodeView;

/// <summary>Which methods make up each demonstration.</summary>
public static class CodeCatalog
{
    private static readonly MethodPair FeedReading = new(typeof(FeedClient), nameof(FeedClient.Read), nameof(FeedClient.ReadAsync));

    private static readonly string[] PageMethods = ["List", "Detail", "New", "Create", "Edit", "Update", "AskDelete", "Delete"];

    private static readonly FrozenDictionary<Demonstration, IReadOnlyList<StepSource>> Steps = new Dictionary<Demonstration, IReadOnlyList<StepSource>>
    {
        [Demonstrations.Posts] =
        [
            new(Form.Sync, Form.Async, "The same service in its two forms. Every call that reaches the database is awaited and can be cancelled; nothing else changes.",
                [.. Pages<PostsSyncController, PostsAsyncController>(PageMethods),
                    new MethodPair(typeof(PostForm), nameof(PostForm.Write), nameof(PostForm.WriteAsync)),
                    new MethodPair(typeof(PostForm), nameof(PostForm.FillChoices), nameof(PostForm.FillChoicesAsync))]),
        ],
        [Demonstrations.Tags] =
        [
            new(Form.Sync, Form.Async, "The same service in its two forms, with nothing around it.",
                [.. Pages<TagsSyncController, TagsAsyncController>([.. PageMethods.Where(static method => method != "New")])]),
        ],
        [Demonstrations.DataAccess] =
        [
            new(Form.Sync, Form.Async, "Every command is awaited. What that costs is in the rows: the last but one pair awaits each of them.",
                new MethodPair(typeof(ListDirect), nameof(ListDirect.Read), nameof(ListDirect.ReadAsync)),
                new MethodPair(typeof(ListProjected), nameof(ListProjected.Read), nameof(ListProjected.ReadAsync)),
                new MethodPair(typeof(CreatePost), nameof(CreatePost.Write), nameof(CreatePost.WriteAsync)),
                new MethodPair(typeof(UpdatePost), nameof(UpdatePost.Write), nameof(UpdatePost.WriteAsync)),
                new MethodPair(typeof(DeletePost), nameof(DeletePost.Write), nameof(DeletePost.WriteAsync)),
                new MethodPair(typeof(ListCompiled), nameof(ListCompiled.Read), nameof(ListCompiled.ReadAsync)),
                new MethodPair(typeof(LargeColumns), nameof(LargeColumns.Read), nameof(LargeColumns.ReadAsync)),
                new MethodPair(typeof(ListByReader), nameof(ListByReader.Read), nameof(ListByReader.ReadAsync)),
                new MethodPair(typeof(ListByReader), nameof(ListByReader.Read), nameof(ListByReader.ReadRowsSyncAsync))),
            new(Form.Async, Form.Parallel, "Four contexts, since one does one thing at a time. All four reads are started before the first is awaited.",
                new MethodPair(typeof(FourReads), nameof(FourReads.ReadAsync), nameof(FourReads.ReadAtOnceAsync))),
        ],
        [Demonstrations.Actions] =
        [
            new(Form.Sync, Form.Async, "The work waits without a thread; and, what matters more to the visitor, the answer does not wait for the work.",
                new MethodPair(typeof(ActionsController), nameof(ActionsController.Block), nameof(ActionsController.Start)),
                new MethodPair(typeof(WordCount), nameof(WordCount.Run), nameof(WordCount.RunAsync)),
                new MethodPair(typeof(ActionsController), nameof(ActionsController.Events), nameof(ActionsController.Events)),
                new MethodPair(typeof(ActionsController), nameof(ActionsController.Cancel), nameof(ActionsController.Cancel))),
        ],
        [Demonstrations.Dashboard] =
        [
            new(Form.Sync, Form.Async, "The waits stay where they are. An await in front of each gives the thread back while it lasts.",
                new MethodPair(typeof(DashboardController), nameof(DashboardController.Sync), nameof(DashboardController.InSequenceAsync)), FeedReading),
            new(Form.Async, Form.Parallel, "The four calls are started first and awaited afterwards, all together.",
                new MethodPair(typeof(DashboardController), nameof(DashboardController.InSequenceAsync), nameof(DashboardController.AllAtOnceAsync))),
        ],
        [Demonstrations.Delays] =
        [
            new(Form.Sync, Form.Async, "A sleeping thread can do nothing else, not even be told to stop. An awaited timer needs no thread.",
                new MethodPair(typeof(DelaysController), nameof(DelaysController.Sync), nameof(DelaysController.AwaitedAsync))),
        ],
        [Demonstrations.CustomersDelay] =
        [
            new(Form.Sync, Form.Async, "The same task, waited for in two ways. Only one of them holds a thread.",
                new MethodPair(
                    typeof(CustomersController), nameof(CustomersController.SyncGet200MsDelay), nameof(CustomersController.AsyncGet200MsDelay))),
        ],
        [Demonstrations.CustomersCpu] =
        [
            new(Form.Sync, Form.Async, "The asynchronous form runs the same function on another thread of the same pool: the work moves, it does not shrink.",
                new MethodPair(typeof(CustomersController), nameof(CustomersController.SyncGetCpuBound), nameof(CustomersController.AsyncGetCpuBound)),
                new MethodPair(typeof(CustomerList), nameof(CustomerList.Rated), nameof(CustomerList.Rated)),
                new MethodPair(typeof(CustomerList), nameof(CustomerList.Rate), nameof(CustomerList.Rate))),
        ],
        [Demonstrations.External] =
        [
            new(Form.Sync, Form.Async, "The waits stay where they are. An await in front of each gives the thread back while it lasts.",
                new MethodPair(typeof(ExternalController), nameof(ExternalController.Sync), nameof(ExternalController.InSequenceAsync)), FeedReading),
            new(Form.Async, Form.Parallel, "The three calls are started first and awaited afterwards, all together.",
                new MethodPair(typeof(ExternalController), nameof(ExternalController.InSequenceAsync), nameof(ExternalController.AllAtOnceAsync))),
        ],
        [Demonstrations.FirstWins] =
        [
            new(Form.Sync, Form.Async, "Ten calls instead of one, and the first good answer is used. The nine others are kept until they end.",
                new MethodPair(typeof(FirstWinsController), nameof(FirstWinsController.One), nameof(FirstWinsController.RaceAsync)),
                new MethodPair(typeof(LaneClient), nameof(LaneClient.Ask), nameof(LaneClient.AskAsync)),
                new MethodPair(typeof(LaneClient), nameof(LaneClient.AskAll), nameof(LaneClient.AskAll)),
                new MethodPair(typeof(FirstWinsController), nameof(FirstWinsController.FirstAnswerAsync), nameof(FirstWinsController.FirstAnswerAsync))),
            new(Form.Async, Form.Parallel, "A token of the race's own stops the losers: their connections close, and a server that looks sees it.",
                new MethodPair(typeof(FirstWinsController), nameof(FirstWinsController.RaceAsync), nameof(FirstWinsController.CancelAsync))),
        ],
    }.ToFrozenDictionary();

    /// <summary>The steps of a demonstration, in the order of its forms.</summary>
    public static IReadOnlyList<StepSource> Of(Demonstration demo) => Steps[demo];

    private static IEnumerable<MethodPair> Pages<TSync, TAsync>(string[] methods) =>
        methods.Select(static method => new MethodPair(typeof(TSync), method, method + "Async", typeof(TAsync)));
}
