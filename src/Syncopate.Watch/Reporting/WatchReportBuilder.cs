using Syncopate.Histograms;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Syncopate.Texts;
using Syncopate.Units;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Reporting;

/// <summary>Makes the report of a watch from its journal: the same journal gives the same report.</summary>
internal static class WatchReportBuilder
{
    /// <summary>Builds the report. A journal without end gives a partial one that says so.</summary>
    /// <param name="records">The journal's whole records.</param>
    /// <param name="damagedBytes">Bytes of the journal that are none.</param>
    public static WatchReport Build(IReadOnlyList<WatchRecord> records, long damagedBytes)
    {
        ArgumentNullException.ThrowIfNull(records);
        WatchHeader? header = records.OfType<WatchHeader>().FirstOrDefault();
        WatchSample[] moments = [.. records.OfType<WatchSample>()];
        WatchEnd? end = records.OfType<WatchEnd>().LastOrDefault();
        WatchLoad? load = records.OfType<WatchLoad>().FirstOrDefault();
        WatchSummary summary = WatchSummary.Of(moments);
        string[] missing = [.. Missing(header, end, moments, damagedBytes)];
        WatchSites[] looks = [.. records.OfType<WatchSites>()];
        BlockedSites? blocked = BlockedSum.Of([.. looks.Select(look => look.Blocked)]);
        SortedDictionary<string, long> errors = Errors(records.OfType<WatchInterval>());
        long answers = records.OfType<WatchInterval>().Sum(interval => interval.Load.Count);
        return new WatchReport
        {
            Schema = 1,
            Tool = new ReportTool("syncopate", header?.ToolVersion ?? "unknown"),
            Run = new ReportRun(
                "watch",
                0,
                header?.Command ?? "",
                header?.StartedUtc ?? DateTimeOffset.UnixEpoch,
                Nanoseconds.ToSeconds(moments.LastOrDefault()?.ToNanoseconds ?? 0),
                RunEnding.Name(end?.Outcome)),
            Machine = header?.Machine ?? ReportBuilder.UnknownMachine,
            Process = header?.Process ?? new ProcessIdentity(0, "an unknown process", null),
            Sentence = WatchText.Sentence(summary),
            Summary = summary,
            Verdict = Verdict(moments, looks, blocked),
            Blocked = blocked,
            Timelines = [.. records.OfType<WatchTimeline>().Select(timeline => timeline.Timeline)],
            WhatIf = records.OfType<WatchWhatIf>().LastOrDefault() is { } tried ? WhatIfReport.Of(tried) : null,
            Load = load,
            LoadErrors = errors,
            LoadFailure = records.OfType<WatchLoadFailure>().FirstOrDefault(),
            LoadIntervals = load is null ? [] : [.. records.OfType<WatchInterval>()
                .Select(interval => Interval(interval.Load, load.StartedNanoseconds))
                .OfType<LoadIntervalReport>()],
            Moments = moments,
            Warnings = [.. new[] { WatchText.OnlyFailures(answers, errors) }.OfType<Doubt>(),
                .. WatchText.Doubts(summary, header, blocked),
                .. new[] { WatchText.SilentFor(summary, header, moments) }.OfType<Doubt>(),
                .. WatchText.Unseen(moments)],
            Partial = missing.Length > 0,
            Missing = missing,
        };
    }

    private static SortedDictionary<string, long> Errors(IEnumerable<WatchInterval> intervals)
    {
        SortedDictionary<string, long> errors = new(StringComparer.Ordinal);
        foreach ((string kind, long count) in intervals.SelectMany(interval => interval.Load.Errors))
            errors[kind] = errors.GetValueOrDefault(kind) + count;
        return errors;
    }

    private static IEnumerable<string> Missing(WatchHeader? header, WatchEnd? end, WatchSample[] moments, long damagedBytes)
    {
        if (header is null)
            yield return "The journal has no readable header: process, machine and command are unknown.";
        if (end is null)
            yield return "The watch did not finish: the tool was killed or the machine stopped.";
        else if (end.Outcome != RunOutcome.Finished)
            yield return end.Message;
        if (moments.Length == 0)
            yield return "Not a single second was watched.";
        if (damagedBytes > 0)
        {
            yield return $"{Wording.Plural(damagedBytes, "byte")} of {WatchJournal.Name} {(damagedBytes == 1 ? "is" : "are")} no record "
                + $"and {(damagedBytes == 1 ? "was" : "were")} skipped.";
        }
    }

    // A pool that starved and recovered before the end is the finding, not the calm after it.
    private static StarvationVerdict? Verdict(WatchSample[] moments, WatchSites[] looks, BlockedSites? blocked)
    {
        if (moments.All(moment => moment.Pool is null))
            return null;
        StarvationVerdict last = StarvationVerdict.OfLooks(moments, looks);
        StarvationVerdict? longest = last.ForSeconds is not null ? null
            : Recoveries(moments).Select(end => StarvationVerdict
                .OfLooks(moments[..end], looks.Where(look => look.FromNanoseconds < moments[end].FromNanoseconds)))
                .MaxBy(past => past.ForSeconds);
        if (last.Cause is StarvationCause.Deadlock or StarvationCause.HardlyAnyCompleted)
        {
            return longest?.ForSeconds >= WatchText.ShortestStarvation
                ? last with
                {
                    Sentence = $"{last.Sentence} Before that: {FirstLetter.Lower(longest.Sentence)}",
                }
                : last;
        }

        string over = moments.Last(moment => moment.Pool is not null).Pool is { QueueLength: > 0 }
            ? "It was over before the end, at which work waits again."
            : Standstill.MayGoOn(moments)
            ? "By the end no work waited for a thread any more; whether what had one went on is not known."
            : "By the end it was over.";
        return longest?.ForSeconds >= WatchText.ShortestStarvation
            ? longest with { Sentence = $"{over} While it lasted: {FirstLetter.Lower(longest.Sentence)}" }
            : last.ForSeconds is not null ? last : last with { Sentence = WatchText.NeverStarving(moments, blocked) };
    }

    // How many moments had passed each time the queue was empty again.
    private static IEnumerable<int> Recoveries(WatchSample[] moments) =>
        Enumerable.Range(1, moments.Length - 1)
            .Where(place => moments[place] is { Pool: not null, WorkWaits: false }
                && moments[place - 1] is { Pool: null } or { WorkWaits: true });

    private static LoadIntervalReport? Interval(IntervalRecord record, long startedNanoseconds)
    {
        try
        {
            IntervalRecord moved = record with
            {
                FromNanoseconds = record.FromNanoseconds + startedNanoseconds,
                ToNanoseconds = record.ToNanoseconds + startedNanoseconds,
            };
            return MeasuredInterval.Of(moved)?.Report;
        }
        catch (HistogramFormatException)
        {
            return null; // Only in a journal that somebody changed.
        }
    }
}
