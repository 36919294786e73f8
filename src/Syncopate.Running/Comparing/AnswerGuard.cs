using System.Globalization;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>Holds a comparison to the answers that were checked before it: by the bytes of each slot, which are counted
/// anyway, and by asking once more after the last round. A page that begins to answer with an error, fast and with
/// status 200, would else win.</summary>
internal sealed class AnswerGuard : IRoundGuard
{
    // What a failed request may have added to the bytes of a slot whose engine does not tell them apart; failures have a rule of their
    // own.
    private const long FailedBodyBytes = 64 * 1024;

    // Of answers that vary, the averages of a few slots are known, and not their bounds.
    private const double Slack = 0.25;

    // The time of a comparison that is cut is over; what answers at all answers in this.
    private static readonly TimeSpan TimeAfterCut = TimeSpan.FromSeconds(5);

    private readonly UrlComparison _comparison;
    private readonly RunContext _run;
    private readonly CancellationToken _stop; // The user's.
    private readonly List<Slot> _slots = []; // Of all targets so far, the noise slots too.
    private IReadOnlyList<CheckedAnswer> _held = []; // As the check gave them; none before it.
    private int _round;

    /// <param name="comparison">What is compared.</param>
    /// <param name="run">The run.</param>
    /// <param name="stop">The user's; what its time cuts is asked once more all the same.</param>
    public AnswerGuard(UrlComparison comparison, RunContext run, CancellationToken stop) =>
        (_comparison, _run, _stop) = (comparison, run, stop);

    /// <summary>Of the start of the body that every good answer must have; null before the check, and where contents were not equal, or
    /// changed from one answer to the next.</summary>
    public uint? Checksum => _held.Count > 0 && !_comparison.AllowsDifferentAnswers && AnswerCheck.IsSame(First, _held[^1])
        ? First.Checksum
        : null;

    /// <summary>Checks the targets before anything is measured, and journals what is in doubt already.</summary>
    /// <inheritdoc/>
    public async Task CheckAsync(ServerSet serverSet, CancellationToken cancellationToken)
    {
        foreach (Doubt doubt in _comparison.Doubts)
            _run.Journal.Append(doubt);
        if (_comparison.Subject is null or { ChecksAnswers: true })
            _held = await new AnswerCheck(_run, _comparison).RunAsync(serverSet, cancellationToken).ConfigureAwait(false);
        if (_comparison.Subject is { } subject)
            await subject.CheckAsync(_run, serverSet, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Whether the slots of a round hold the answers that were checked; asks a target whose bytes say no.</summary>
    /// <inheritdoc/>
    public async Task<Doubt?> AfterRoundAsync(IReadOnlyList<Slot> slots, ServerSet serverSet, CancellationToken cancellationToken)
    {
        if (_held.Count == 0 || slots.Count == 0)
            return null;
        _round = slots[0].Round;
        _slots.AddRange(slots);
        if (slots.FirstOrDefault(s => !Holds(s)) is not { } other)
            return await OfContentsAsync(slots, serverSet, cancellationToken).ConfigureAwait(false);
        // Where the first target's answers have grown away, it is that one which did not keep to what was checked.
        Slot told = IsHeld(other, HeldOf(other.Form))
            ? SlotsOf(First.Form).LastOrDefault(s => Answers(s) > 0) ?? other
            : other;
        string now = await NowAsync(told.Form, serverSet, cancellationToken).ConfigureAwait(false);
        string where = string.Create(
            CultureInfo.InvariantCulture,
            $"in slot {told.Position} of round {told.Round} its answers had {BytesOf(told)} on average");
        return Doubt($"{told.Form} did not keep to the answer that was checked, {AnswerCheck.Words(HeldOf(told.Form))}: {where}. {now}");
    }

    /// <summary>Asks each target once more after the last round, the first one twice.</summary>
    /// <inheritdoc/>
    public async Task<Doubt?> AfterLastRoundAsync(ServerSet serverSet, CancellationToken cancellationToken)
    {
        if (_held.Count == 0)
            return null;
        (List<CheckedAnswer> answers, string? silent) =
            await AgainAsync(serverSet, cancellationToken).ConfigureAwait(false);
        return silent is null ? OfAnswers(answers) : Doubt(silent);
    }

    /// <summary>Asks until one does not answer.</summary>
    /// <returns>What was answered, and which one did not; null when all did.</returns>
    private async Task<(List<CheckedAnswer> Answers, string? Silent)> AgainAsync(
        ServerSet serverSet, CancellationToken cancellationToken)
    {
        List<CheckedAnswer> answers = [];
        foreach (ComparedTarget target in _comparison.Targets.Append(_comparison.Targets[0]))
        {
            try
            {
                answers.Add(await AnswerCheck.AskAsync(_comparison, target, serverSet, cancellationToken).ConfigureAwait(false));
            }
            catch (TargetFailedException e)
            {
                return (answers,
                    $"{target.Form} was asked once more after round {Round}, the last one, and did not answer: {Reason(e)}");
            }
        }

        return (answers, null);
    }

    private Doubt? OfAnswers(List<CheckedAnswer> answers)
    {
        if (Other(answers) is not { } other)
            return null;
        CheckedAnswer held = HeldOf(other.Form);
        return Doubt(
            $"{other.Form} did not keep to the answer that was checked, {AnswerCheck.Words(held)}: asked once more after round "
                + $"{Round}, the last one, it answered {AnswerCheck.Words(other)}"
                + $"{(other.Status == held.Status && other.BodyBytes == held.BodyBytes ? ", with other contents" : "")}.");
    }

    /// <summary>Asks each target once more although the rounds were cut, unless the user did that.</summary>
    /// <param name="serverSet">The servers; they still run.</param>
    /// <returns>What changed, or that it was not asked; null while it holds, and before the first round, which alone has figures.</returns>
    public async Task<Doubt?> AfterCutAsync(ServerSet serverSet)
    {
        if (_round == 0)
            return null;
        if (_stop.IsCancellationRequested)
            return NotAsked(Again("the run was stopped"));
        using CancellationTokenSource limit = new(TimeAfterCut, _run.Clock.Provider);
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(_stop, limit.Token);
        try
        {
            // A target that was overloaded when it was cut is late, and not another one.
            (List<CheckedAnswer> answers, string? silent) = await AgainAsync(serverSet, either.Token).ConfigureAwait(false);
            return silent is null ? OfAnswers(answers) : NotAsked(silent);
        }
        catch (OperationCanceledException)
        {
            return NotAsked(Again(_stop.IsCancellationRequested ? "the run was stopped" : "its time was over"));
        }
    }

    /// <summary>What other contents of equal length mean. Those of the first target change with the time, or from one request to the next,
    /// where it gave others as well: then nothing.</summary>
    private async Task<Doubt?> OfContentsAsync(IReadOnlyList<Slot> slots, ServerSet serverSet, CancellationToken cancellationToken)
    {
        if (SlotsOf(First.Form).Any(s => s.OtherBodies > 0)
            || slots.FirstOrDefault(s => s.OtherBodies > 0) is not { } other
            || !await IsFirstAsItWasAsync(serverSet, cancellationToken).ConfigureAwait(false))
        {
            return null;
        }

        string now = await NowAsync(other.Form, serverSet, cancellationToken).ConfigureAwait(false);
        string where = string.Create(
            CultureInfo.InvariantCulture,
            $"in slot {other.Position} of round {other.Round} {other.OtherBodies:#,0} of its {Answers(other):#,0} answers");
        return Doubt(
            $"{other.Form} did not keep to the answer that was checked, {AnswerCheck.Words(HeldOf(other.Form))}: {where} "
                + $"had other contents. {now}");
    }

    // A page with the time in it may have changed between the slots of two targets.
    private async Task<bool> IsFirstAsItWasAsync(ServerSet serverSet, CancellationToken cancellationToken)
    {
        try
        {
            CheckedAnswer now = await AnswerCheck.AskAsync(_comparison, _comparison.Targets[0], serverSet, cancellationToken)
                .ConfigureAwait(false);
            return AnswerCheck.IsSame(now, First);
        }
        catch (TargetFailedException)
        {
            return false; // It is asked once more after the last round, and that decides.
        }
    }

    private CheckedAnswer First => _held[0];

    private CheckedAnswer HeldOf(Form form) => _held.First(a => a.Form == form);

    private string Round => _round.ToString(CultureInfo.InvariantCulture);

    private async Task<string> NowAsync(Form form, ServerSet serverSet, CancellationToken cancellationToken)
    {
        try
        {
            ComparedTarget target = _comparison.Targets.First(t => t.Form == form);
            CheckedAnswer now = await AnswerCheck.AskAsync(_comparison, target, serverSet, cancellationToken).ConfigureAwait(false);
            return $"Asked once more after that round, it answered {AnswerCheck.Words(now)}.";
        }
        catch (TargetFailedException e)
        {
            return $"Asked once more after that round, it did not answer: {Reason(e)}";
        }
    }

    /// <summary>The first answer that is not the one that was checked; null for none.</summary>
    /// <param name="answers">One of each target, and a second one of the first.</param>
    private CheckedAnswer? Other(List<CheckedAnswer> answers)
    {
        if (_comparison.AllowsDifferentAnswers)
            return answers.Find(a => !IsExpected(a) || !(IsNearOwn(a.Form, a.BodyBytes) || Varies(a.Form)));
        CheckedAnswer first = answers[0];
        bool varies = first.BodyBytes != answers[^1].BodyBytes || Varies(First.Form);
        // A page with the time in it has changed alike everywhere; one that changes with each request says nothing through its contents.
        bool tells = AnswerCheck.IsSame(first, answers[^1]) && !varies;
        return answers.Find(a => a.Status != First.Status
            || (!varies && a.BodyBytes != First.BodyBytes)
            || (tells && !AnswerCheck.IsSame(a, first)));
    }

    private bool Holds(Slot slot)
    {
        if (Answers(slot) == 0)
            return true; // Without an answer a slot has no figure either.
        if (_comparison.AllowsDifferentAnswers)
            return IsHeld(slot, HeldOf(slot.Form)) || IsNearOwn(slot.Form, Average(slot)) || Varies(slot.Form);
        return Varies(First.Form) ? slot.Form == First.Form || IsNearFirst(slot) : IsHeld(slot, First);
    }

    private bool IsExpected(CheckedAnswer answer) => answer.Status == HeldOf(answer.Form).Status
        || _comparison.RequestTo(_comparison.Targets[0].Path).Expected.Include(answer.Status);

    private IEnumerable<Slot> SlotsOf(Form form) => _slots.Where(s => s.Form == form);

    /// <summary>Whether every good answer of a slot can have had the length that was checked.</summary>
    private static bool IsHeld(Slot slot, CheckedAnswer held)
    {
        long surplus = GoodBytes(slot) - held.BodyBytes * Answers(slot);
        long excused = slot.FailedBodyBytes is null ? FailedBodyBytes * slot.Errors.Values.Sum() : 0;
        return surplus >= 0 && surplus <= excused;
    }

    /// <summary>Whether answers of a target that may differ from the others' have about the length that its own had; those that had two
    /// lengths when they were checked may have any.</summary>
    private bool IsNearOwn(Form form, double bytes)
    {
        long[] lengths = [.. _held.Where(a => a.Form == form).Select(a => a.BodyBytes)];
        bool varies = lengths.Min() != lengths.Max();
        return varies || (bytes >= (1 - Slack) * lengths[0] && bytes <= (1 + Slack) * lengths[0]);
    }

    /// <summary>Whether the answers of a target vary by themselves. Slots in which all answers have another length, the same one, tell
    /// of a change and not of a spread.</summary>
    private bool Varies(Form form)
    {
        Slot[] departing = [.. SlotsOf(form).Where(s => Answers(s) > 0 && !IsHeld(s, HeldOf(form)))];
        int mixed = departing.Count(s => GoodBytes(s) % Answers(s) != 0);
        return mixed > 3 * (departing.Length - mixed);
    }

    /// <summary>Whether the answers of a slot have about the length that those of the first target had in the same round. They may depart
    /// by what these change by within a round and from one to the next, and no more: where those grow, the others must, too.</summary>
    private bool IsNearFirst(Slot slot)
    {
        double[] first = OfFirst(slot.Round);
        if (first.Length == 0)
            return true; // Without an answer of the first target the round has no figure.
        double width = Enumerable.Range(1, slot.Round).Max(round => Width([.. OfFirst(round - 1), .. OfFirst(round)]));
        return Average(slot) >= (1 - Slack) * first.Min() - width && Average(slot) <= (1 + Slack) * first.Max() + width;
    }

    private double[] OfFirst(int round) =>
        [.. SlotsOf(First.Form).Where(s => s.Round == round && Answers(s) > 0).Select(Average)];

    private static double Width(double[] averages) => averages.Length == 0 ? 0 : averages.Max() - averages.Min();

    private static double Average(Slot slot) => (double)GoodBytes(slot) / Answers(slot);

    private static long GoodBytes(Slot slot) => slot.BodyBytes - (slot.FailedBodyBytes ?? 0);

    private static long Answers(Slot slot) => slot.Count + slot.Discarded;

    // So many digits that one of many answers does not leave the average at the length that was checked.
    private string BytesOf(Slot slot)
    {
        double average = Average(slot);
        bool isAlike = average != HeldOf(slot.Form).BodyBytes && Math.Round(average, 1) == HeldOf(slot.Form).BodyBytes;
        string shown = average.ToString(isAlike ? "#,0.######" : "#,0.#", CultureInfo.InvariantCulture);
        return $"{shown} {(shown == "1" ? "byte" : "bytes")}";
    }

    // Rounds were measured, whatever a target says of itself that does not answer.
    private static string Reason(TargetFailedException failure) =>
        failure.Message.Replace(AnswerReader.NothingMeasured, "", StringComparison.Ordinal);

    private Doubt Doubt(string what) => new(
        Syncopate.Doubt.OtherAnswers,
        _comparison.Subject?.Id ?? UrlComparison.Id,
        what,
        "Another answer is other work, so that there is no valid number.",
        "Look at that answer: a session that has run out, a limit of requests, an error page?"
            + (_comparison.AllowsDifferentAnswers ? "" : " --allow-different to go on all the same."));

    private string Again(string why) => $"The targets were not asked once more after round {Round}, the last one: {why}.";

    private Doubt NotAsked(string what) => new(
        "not-asked-again",
        _comparison.Subject?.Id ?? UrlComparison.Id,
        what,
        "Whether they still gave the answer that was checked is known only by what each slot counted of its answers.",
        "Let a run go to its end.");
}
