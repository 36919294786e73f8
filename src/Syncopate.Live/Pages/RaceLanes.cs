using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>Where a run is drawn: a box for its lanes, and a lane, which the script of the page copies for each form.</summary>
internal static class RaceLanes
{
    private static readonly (string Key, string Name)[] Figures =
    [
        ("fly", "in flight"), ("q", "in the queue"), ("thr", "threads in use"), ("ok", "answered"), ("bad", "failed"),
        ("rate", "requests per second"), ("mean", "mean latency"),
    ];

    /// <summary>Both; the box is empty until the forms are known.</summary>
    public static PageMarkup Box { get; } = Html($"""
        <div class="lanes" id="lanes"></div>
        <template id="lane"><section class="lane"><header><i class="key"></i><h3></h3><small></small></header>
        <p class="places"><span>waiting</span><span>being served</span><span>answered</span></p>
        <canvas class="people"></canvas>
        <dl class="figures">{Figures.Select(f => Html($"<div><dt>{f.Name}</dt><dd data-figure=\"{f.Key}\">–</dd></div>"))}</dl>
        <canvas class="strip"></canvas>
        <p class="note">threads (line), those in use (dashed) and queue (area) over this turn</p></section></template>
        """);
}
