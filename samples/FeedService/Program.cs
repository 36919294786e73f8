// FeedService: four feeds - emails, tasks, bookmarks, notes - that are slow on purpose, each in a synchronous and an asynchronous form,
// a slow schedule service, and a race whose losers stop when their client goes away. The sample site calls it; it does
// not know who measures.
//
// Settings: --urls, Database:Folder, Feeds:DelayMilliseconds, Feeds:Delays:emails (tasks, bookmarks, notes, slow), Race:ScalePercent.
// Exit codes: 0 stopped, 2 a setting cannot be used, 4 the port or the database cannot be used.

using System.Text.Json.Serialization;
using FeedService;
using FeedService.Bookmarks;
using FeedService.Database;
using FeedService.Emails;
using FeedService.Feeds;
using FeedService.Notes;
using FeedService.Race;
using FeedService.Schedules;
using FeedService.Tasks;
using Microsoft.EntityFrameworkCore;

SystemSqlite.Use();
try
{
    // Settings beside the program count; those of whatever folder it is started in do not.
    var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { Args = args, ContentRootPath = AppContext.BaseDirectory });
    LoopbackAddress address = new(builder.Configuration);
    DatabaseFolder folder = new(builder.Configuration["Database:Folder"]);

    builder.Logging.AddLifetimeAndWarnings();
    builder.WebHost
        .UseUrls(address.Url)
        .ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = 64 * 1024);
    builder.Services
        .Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.FromSeconds(1)) // Nobody waits for a slow answer of a service that stops.
        .Configure<RouteHandlerOptions>(routes => routes.ThrowOnBadRequest = true) // ProblemAnswers says why.
        .ConfigureHttpJsonOptions(json => json.SerializerOptions.NumberHandling = JsonNumberHandling.Strict)
        .AddSingleton(TimeProvider.System)
        .AddDbContextPool<FeedDatabase>(database => database.UseSqlite(folder.ConnectionString))
        .AddProblemDetails()
        .AddExceptionHandler<ProblemAnswers>()
        .AddOpenApi(document => document.DescribeInputs());

    await using var app = builder.Build();
    app.UseMiddleware<ServerTiming>();
    app.UseExceptionHandler();
    app.UseStatusCodePages();

    FeedDelay[] feeds =
    [
        app.MapFeed<Email, EmailInput, EmailView>("emails"),
        app.MapFeed<TaskItem, TaskInput, TaskView>("tasks"),
        app.MapFeed<Bookmark, BookmarkInput, BookmarkView>("bookmarks"),
        app.MapFeed<Note, NoteInput, NoteView>("notes"),
    ];
    FeedDelay schedules = app.MapSchedules("slow");
    app.MapRace();
    app.MapOpenApi();
    app.MapGet("/health", () => "ready").WithTags("service").WithSummary("Whether the service answers.");
    app.MapIndexPage(feeds, schedules);

    await folder.FillAsync(app.Services);
    await address.ServeAsync(app);
    return 0;
}
catch (StartException e)
{
    await Console.Error.WriteLineAsync("error: " + e.Message);
    return e.ExitCode;
}
