namespace Syncopate.Cli.Screens;

/// <summary>How a watched process is shown.</summary>
internal enum WatchView
{
    /// <summary>One screen that is drawn again each second; where the terminal cannot redraw, one line per second.</summary>
    Screen,

    /// <summary>One JSON object a line on stdout.</summary>
    Json,

    /// <summary>The classic monitor line each second on stdout.</summary>
    Classic,
}
