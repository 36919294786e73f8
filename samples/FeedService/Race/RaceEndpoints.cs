namespace FeedService.Race;

internal static class RaceEndpoints
{
    public static void MapRace(this WebApplication app)
    {
        RaceTrack track = new(TimeProvider.System, app.Configuration.Whole("Race:ScalePercent", maximum: 1000, fallback: 100));
        var race = app.MapGroup("/race").WithTags("race");

        // The token is the client's: it is cancelled when the connection closes.
        race.MapGet("{ticket:int}/{lane:int:range(0,9)}", (int ticket, int lane, CancellationToken gone) => track.RunAsync(ticket, lane, gone))
            .WithSummary("One lane of a race: works for a time that ticket and lane decide, or until its client goes away.")
            .ProducesProblem(StatusCodes.Status404NotFound);
        race.MapGet("statistics", () => track.Statistics)
            .WithSummary("What became of the lanes since the last reset.");
        race.MapPost("reset", () =>
        {
            track.Reset();
            return TypedResults.NoContent();
        }).WithSummary("Counts from 0; lanes under way are not counted.");
    }
}
