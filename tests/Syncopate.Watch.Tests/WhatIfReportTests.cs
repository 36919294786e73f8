using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>What an experiment in the process is said to have shown, from turns written by hand.</summary>
public sealed class WhatIfReportTests
{
    [Fact]
    public void A_gain_is_told_with_both_figures_and_the_interval()
    {
        WhatIfReport report = WhatIfReport.Of(Made(null, (2, 49), (2.1, 48), (1.9, 50), (2, 51), (2.05, 49.5), (1.95, 48.5)));

        Assert.Equal(
            "Measured in this process, in 12 turns under its actual load: with a minimum of 64 threads 49.3 work items completed per "
            + "second instead of 2 with 8, 24.7 times as many (22.9 to 26.3).",
            report.Sentence);
        Assert.InRange(report.Ratio ?? 0, 23, 26);
        Assert.True(report.Low < report.Ratio && report.Ratio < report.High);
    }

    [Fact]
    public void What_lies_on_both_sides_of_one_is_no_difference() => Assert.Contains(
        "no significant difference. With a minimum of 64 threads",
        WhatIfReport.Of(Made(null, (50, 51), (50, 48), (49, 50), (51, 50), (50, 52), (50, 49))).Sentence,
        StringComparison.Ordinal);

    [Fact]
    public void A_loss_is_told_as_one() => Assert.Contains(
        " times as many (0.49 to 0.51).",
        WhatIfReport.Of(Made(null, (100, 50), (100, 51), (100, 49), (100, 50), (100, 50.2), (100, 50.1))).Sentence,
        StringComparison.Ordinal);

    /// <summary>"1 times as many (1 to 1.01)" was said of a gain.</summary>
    [Fact]
    public void A_small_gain_is_not_rounded_to_none() => Assert.EndsWith(
        ", 1.003 times as many (1.002 to 1.004).",
        WhatIfReport.Of(Made(
            null, (1000, 1002), (1000, 1003), (1000, 1004), (1000, 1002), (1000, 1003), (1000, 1004))).Sentence,
        StringComparison.Ordinal);

    /// <summary>Three digits of 999.7 were 1E+03.</summary>
    [Fact]
    public void Nearly_a_thousand_is_told_as_a_number() => Assert.Contains(
        "threads 1,000 work items completed per second instead of 500 with 8, 2 times as many",
        WhatIfReport.Of(Made(
            null, (500, 999.7), (500, 999.7), (500, 999.7), (500, 999.7), (500, 999.7), (500, 999.7))).Sentence,
        StringComparison.Ordinal);

    // Nothing times as many as nothing is no number.
    [Fact]
    public void A_turn_in_which_nothing_completed_has_no_ratio()
    {
        WhatIfReport report = WhatIfReport.Of(Made(null, (0, 49), (2, 48), (2, 50), (2, 51), (2, 49), (2, 48)));

        Assert.Null(report.Ratio);
        Assert.EndsWith("; in a turn nothing completed at all, so there is no ratio.", report.Sentence, StringComparison.Ordinal);
    }

    /// <summary>A turn of which too little was reported is none, and it was said that nothing had completed in it.</summary>
    [Fact]
    public void A_turn_of_which_too_little_was_reported_is_not_called_one_in_which_nothing_completed()
    {
        WhatIfReport report = WhatIfReport.Of(Made(null, (2, 49), (2, 48), (2, 50), (2, 51), (2, 49)));

        Assert.Null(report.Ratio);
        Assert.EndsWith("; too little was reported of 2 turns, so there is no ratio.", report.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_cut_short_is_told_without_a_ratio()
    {
        WhatIfReport report = WhatIfReport.Of(Made("The process ended.", (2, 49)));

        Assert.Null(report.Ratio);
        Assert.Equal(
            "Whether a minimum of 64 threads helps was not measured to the end: The process ended. Until then with a minimum of 64 threads "
            + "49 work items completed per second instead of 2 with 8, in 2 turns.",
            report.Sentence);
    }

    [Fact]
    public void What_never_began_says_why() => Assert.Equal(
        "Whether a minimum of 64 threads helps was not measured to the end: The pool may have 20 threads at most "
        + "(ThreadPool.SetMaxThreads).",
        WhatIfReport.Of(Made("The pool may have 20 threads at most (ThreadPool.SetMaxThreads).")).Sentence);

    [Fact]
    public void It_stands_in_the_text_the_page_and_the_json()
    {
        WatchRecord[] records = [.. Recorded.Moments(Recorded.Pool(9, 40), Recorded.Pool(9, 41)),
            Made(null, (2, 49), (2.1, 48), (1.9, 50), (2, 51), (2.05, 49.5), (1.95, 48.5))];
        WatchReport report = WatchReportBuilder.Build(records, 0);
        string json = WatchJournal.Json(records[^1]);

        Assert.Contains(report.WhatIf!.Sentence, WatchReportText.Lines(report));
        Assert.Contains("What 64 threads did", WatchReportPage.Write(report, "{}", ""), StringComparison.Ordinal);
        Assert.Contains("\"type\":\"whatIf\"", json, StringComparison.Ordinal);
        Assert.Contains("\"completedPerSecond\":49.5", json, StringComparison.Ordinal);
    }

    // As it is and changed, then changed and as it is.
    private static WatchWhatIf Made(string? failure, params (double AsItIs, double Changed)[] pairs) => new(
        60_000_000_000,
        64,
        8,
        [
            .. pairs.SelectMany((pair, i) => new[] { Turn(pair.AsItIs, false), Turn(pair.Changed, true) }
                .OrderBy(turn => turn.IsChanged != (i % 2 == 1))),
        ],
        failure);

    private static WhatIfTurn Turn(double perSecond, bool isChanged) => new(0, 2_000_000_000, isChanged, perSecond, 8, 20);
}
