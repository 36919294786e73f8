using Microsoft.AspNetCore.Mvc;
using SampleSite.Timing;

namespace SampleSite.FirstWins;

/// <summary>Ten servers, one answer used, in three forms.</summary>
[Route("first-wins")]
public sealed class FirstWinsController(LaneClient servers, Tickets tickets, Losers losers, RequestTiming timing) : Controller
{
    [HttpGet("one")]
    public ActionResult One(CancellationToken token)
    {
        var ticket = tickets.Next();
        var winner = servers.Ask(ticket, lane: 0, token);

        return Page(Form.Sync, ticket, winner, "");
    }

    [HttpGet("race")]
    public async Task<ActionResult> RaceAsync()
    {
        var ticket = tickets.Next();
        var calls = StartAll(ticket, losers.Stopping);
        var winner = await FirstAnswerAsync(calls);
        await losers.KeepAsync(ticket, calls);

        return Page(Form.Async, ticket, winner, "Nine servers work on for an answer that nobody will read.");
    }

    [HttpGet("cancel")]
    public async Task<ActionResult> CancelAsync(CancellationToken token)
    {
        var ticket = tickets.Next();
        using var race = CancellationTokenSource.CreateLinkedTokenSource(token);
        var calls = StartAll(ticket, race.Token);
        var winner = await FirstAnswerAsync(calls);
        await race.CancelAsync();
        await Task.WhenAll(calls);

        return Page(Form.Parallel, ticket, winner, "Nine calls were told to stop the moment the first answer was there.");
    }

    private Task<LaneAnswer>[] StartAll(int ticket, CancellationToken token) =>
        [.. Enumerable.Range(0, LaneClient.Lanes).Select(lane => servers.AskAsync(ticket, lane, token))];

    // A failure comes in early and must not win while another server can still answer.
    private static async Task<LaneAnswer> FirstAnswerAsync(Task<LaneAnswer>[] calls)
    {
        LaneAnswer answer = null!;
        await foreach (var call in Task.WhenEach(calls))
        {
            answer = await call;
            if (answer.Problem is null)
                break;
        }

        return answer;
    }

    private ViewResult Page(Form form, int ticket, LaneAnswer winner, string fate) => View("FirstWins", new FirstWinsPage(
        Demonstrations.FirstWins[form], ticket, winner, fate, Waterfall.Of(timing, form, LaneClient.Name(winner.Lane))));
}
