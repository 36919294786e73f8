using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Syncopate.Live.Access;
using Syncopate.Live.Pages;
using Syncopate.Live.Following;
using Syncopate.Live.Results;
using Syncopate.Live.Watching;

namespace Syncopate.Live.Serving;

/// <summary>Which address is answered by what.</summary>
internal static class LiveRoutes
{
    private static readonly string[] Reading = [HttpMethods.Get, HttpMethods.Head];

    /// <summary>Adds all of them.</summary>
    public static void Map(IEndpointRouteBuilder site, LiveParts parts)
    {
        (LiveOptions options, AccessKeys keys, ResultStore store, ChildRuns runs, WatchSessions sessions) = parts;
        ResultPages results = new(store, keys, sessions, runs);
        RacePages races = new(store, runs, options.Tool, keys);
        StartPages starts = new(runs, options.Tool, keys);
        WatchPages watches = new(sessions, keys);
        ReplayPages replays = new(store, options.Tool);
        EventStream events = new(store, options.Time);
        ComparedResults compared = new(store);
        void Get(string path, RequestDelegate answer) => site.MapMethods(path, Reading, answer);

        Get("/", context => LeadAsync(context, "/race"));
        Get("/assets/{name}", AssetFiles.SendAsync);
        Get("/results", results.ListAsync);
        Get("/result", results.ShowAsync);
        Get("/report", results.ReportAsync);
        site.MapPost("/report/make", (RequestDelegate)results.MakeAsync);
        site.MapPost("/resume", (RequestDelegate)results.ResumeAsync);
        Get("/file", results.FileAsync);
        Get("/delete", results.AskAsync);
        site.MapPost("/delete", (RequestDelegate)results.DeleteAsync);
        Get("/race", races.ShowAsync);
        site.MapPost("/race/start", (RequestDelegate)races.StartAsync);
        site.MapPost("/race/check", (RequestDelegate)races.CheckAsync);
        site.MapPost("/race/order", (RequestDelegate)races.OrderAsync);
        Get("/events", events.SendAsync);
        Get("/start", starts.ShowAsync);
        site.MapPost("/start", (RequestDelegate)starts.StartAsync);
        site.MapPost("/start/check", (RequestDelegate)starts.CheckAsync);
        Get("/plan", PlanPages.ShowAsync);
        Get("/plan/answer", PlanPages.AnswerAsync);
        Get("/replay", replays.ShowAsync);
        Get("/replay/data", replays.DataAsync);
        Get("/watch", watches.ListAsync);
        Get("/watch/live", watches.ShowAsync);
        Get("/watch/piece", watches.PieceAsync);
        site.MapPost("/watch/start", (RequestDelegate)watches.StartAsync);
        site.MapPost("/watch/stop", (RequestDelegate)watches.StopAsync);
        Get("/compare", compared.ShowAsync);
        Get("/trend", compared.TrendAsync);
        site.MapFallback((RequestDelegate)(context => PageFrame.SayAsync(context, 404, "There is no such page.",
            "The links above lead to all there are.")));
    }

    private static Task LeadAsync(HttpContext context, string path)
    {
        ResultPages.Redirect(context, path);
        return Task.CompletedTask;
    }
}
