using Syncopate.Journaling;
using Syncopate.Running;
using Xunit;

namespace Syncopate.Tests.Experiments;

/// <summary>A run of several questions that is cut and goes on asks each of them as one that was not cut.</summary>
public sealed class ResumedQuestionsTests
{
    // Of the records; each cut is a run of its own, whose slots are synced to the disk.
    private const int Step = 3;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task Questions_that_had_their_turn_are_not_asked_again_and_the_others_are_asked_in_their_order()
    {
        IReadOnlyList<JournalRecord> whole = await AskAsync(null);
        for (int count = 1; count < whole.Count; count += Step)
        {
            JournalRecord[] cut = [.. whole.Take(count)];

            IReadOnlyList<JournalRecord> more = await AskAsync(new EarlierSitting(cut));

            Assert.Equal(Places(whole), Places(JournalSittings.Joined([.. cut, .. more])));
            Assert.Equal(3, cut.Concat(more).OfType<Experiment>().Count());
        }
    }

    [Fact]
    public async Task Rows_of_a_table_go_on_after_their_whole_rounds_and_no_row_is_described_twice()
    {
        IReadOnlyList<JournalRecord> whole = await AskRowsAsync(null);
        JournalRecord[] cut = [.. whole.TakeWhile(r => r is not Slot { Experiment: "table-other", Round: 3 })];

        IReadOnlyList<JournalRecord> more = await AskRowsAsync(new EarlierSitting(cut));

        IReadOnlyList<JournalRecord> all = JournalSittings.Joined([.. cut, .. more]);
        Assert.Equal(Ids(whole), Ids(all));
        Assert.Equal(Places(all).Distinct(), Places(all));
        Assert.Equal(3, more.OfType<Slot>().Where(s => s.Experiment == "table-other").Min(s => s.Round));
        foreach (IGrouping<string, Slot> row in all.OfType<Slot>().GroupBy(s => s.Experiment))
        {
            int[] rounds = [.. row.Select(s => s.Round).Distinct()];
            Assert.Equal(Enumerable.Range(1, rounds.Length), rounds);
        }
    }

    private static async Task<IReadOnlyList<JournalRecord>> AskAsync(EarlierSitting? earlier)
    {
        await using SimulatedRun run = new(earlier);
        return await run.AskAsync(
            90 * Second,
            run.Question("first", Second, Second, _ => 0.2),
            run.Question("cold", Second, Second, _ => 0.2, isCold: true),
            run.Question("last", Second, Second, _ => 0.2));
    }

    private static async Task<IReadOnlyList<JournalRecord>> AskRowsAsync(EarlierSitting? earlier)
    {
        await using SimulatedRun run = new(earlier);
        return await run.AskAsync(
            30 * Second,
            run.Row("one", 0.04 * Second, _ => 0.2),
            run.Row("other", 0.04 * Second, _ => 0.2));
    }

    private static string[] Ids(IReadOnlyList<JournalRecord> records) =>
        [.. records.OfType<Experiment>().Select(e => e.Id).Order()];

    private static (string Experiment, int Round, int Position, Form Form)[] Places(IReadOnlyList<JournalRecord> records) =>
        [.. records.OfType<Slot>().Select(s => (s.Experiment, s.Round, s.Position, s.Form))];
}
