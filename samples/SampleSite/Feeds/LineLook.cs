namespace SampleSite.Feeds;

/// <summary>How a line of a feed stands out.</summary>
public enum LineLook
{
    /// <summary>Not at all.</summary>
    Plain,

    /// <summary>Wants attention, such as an unread message.</summary>
    Strong,

    /// <summary>Is over and crossed out.</summary>
    Done,
}
