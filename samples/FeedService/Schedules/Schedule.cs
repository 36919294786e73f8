namespace FeedService.Schedules;

internal static class Schedule
{
    private static readonly DateTime Day = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private static readonly string[] Titles =
    [
        "The morning news", "Gardens of the north", "A question of taste", "Farming today", "The long view", "Chess for everyone",
        "Weather and tides", "Concert from the old hall", "Money talk", "The afternoon play", "Science in action", "Poetry, please", "The evening news",
    ];

    /// <summary>A day of twelve programmes, in order. The same channel always has the same day, and another title to
    /// begin with than its neighbours.</summary>
    public static IEnumerable<Programme> Of(string channel)
    {
        int first = channel.Sum(letter => letter);
        return Enumerable.Range(0, 12).Select(at => new Programme(Titles[(first + at) % Titles.Length], Day.AddHours(2 * at)));
    }
}
