using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Mvc;
using SampleSite.Timing;

namespace SampleSite.FirstWins;

/// <summary>Ten servers, one answer used, in three forms.</summary>
[Route("first-wins")]
public sealed class FirstWinsController(LaneClient lanes, Tickets tickets, Losers losers, RequestTiming timing) : Controller
{
    private const int MostCourses = 1_000_000;

    [HttpGet("one")]
    public ActionResult One([Range(0, MostCourses)] int course, CancellationToken token)
    {
        int ticket = tickets.Next(course);
        LaneAnswer winner = lanes.Ask(ticket, lane: 0, token);

        return Page(Form.Sync, ticket, winner);
    }

    [HttpGet("race")]
    public async Task<ActionResult> RaceAsync([Range(0, MostCourses)] int course)
    {
        int ticket = tickets.Next(course);
        Task<LaneAnswer>[] calls = lanes.AskAll(ticket, losers.Stopping);
        LaneAnswer winner = await FirstAnswerAsync(calls);
        await losers.KeepAsync(calls);

        return Page(Form.Async, ticket, winner);
    }

    [HttpGet("cancel")]
    public async Task<ActionResult> CancelAsync([Range(0, MostCourses)] int course, CancellationToken token)
    {
        int ticket = tickets.Next(course);
        using CancellationTokenSource race = CancellationTokenSource.CreateLinkedTokenSource(token);
        Task<LaneAnswer>[] calls = lanes.AskAll(ticket, race.Token);
        LaneAnswer winner = await FirstAnswerAsync(calls);
        await race.CancelAsync();
        await Task.WhenAll(calls);

        return Page(Form.Parallel, ticket, winner);
    }

    // A failure comes in early and must not win while another server can still answer.
    internal static async Task<LaneAnswer> FirstAnswerAsync(Task<LaneAnswer>[] calls)
    {
        LaneAnswer answer = null!; // There is at least one call.
        await foreach (Task<LaneAnswer> call in Task.WhenEach(calls))
        {
            answer = await call;
            if (answer.Problem is null)
                break;
        }

        return answer;
    }

    private ViewResult Page(Form form, int ticket, LaneAnswer winner) => View("FirstWins", new FirstWinsPage(
        ticket, winner, Waterfall.Of(timing, Demonstrations.FirstWins[form], LaneClient.Name(winner.Lane))));
}
