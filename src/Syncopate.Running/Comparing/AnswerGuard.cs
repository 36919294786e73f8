using System.Globalization;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>Holds a comparison to the answers that were checked before it: by the bytes of each slot, which are counted
/// anyway, and by asking once more after the last round. A page that begins to answer with an error, fast and with
/// status 200, would else win.</summary>
internal sealed class AnswerGuard
{
    // What a failed request may have added to the bytes of a slot; failures have a rule of their own.
    private const long FailedBodyBytes = 64 * 1024;

    // Of answers that vary, the averages of a few slots are known, and not their bounds.
    private const double Slack = 0.25;

    private readonly UrlComparison _comparison;
    private readonly List<Slot> _baseline = []; // Slots of the first target, the noise slots too.
    private CheckedAnswer? _checked; // What all targets gave; null before the check, and where answers may differ.
    private int _round;

    public AnswerGuard(UrlComparison comparison) => _comparison = comparison;

    /// <summary>Checks the targets before anything is measured.</summary>
    /// <exception cref="TargetFailedException">They may not be compared.</exception>
    public async Task CheckAsync(RunContext run, ServerSet serverSet, CancellationToken cancellationToken)
    {
        CheckedAnswer answer = await new AnswerCheck(run, _comparison).RunAsync(serverSet, cancellationToken).ConfigureAwait(false);
        _checked = _comparison.AllowsDifferentAnswers ? null : answer;
    }

    /// <summary>Whether the slots of a round hold the answers that were checked; asks a target whose bytes say no.</summary>
    /// <returns>What changed; null while it holds.</returns>
    public async Task<Doubt?> AfterRoundAsync(IReadOnlyList<Slot> slots, ServerSet serverSet, CancellationToken cancellationToken)
    {
        if (_checked is not { } held || slots.Count == 0)
            return null;
        _round = slots[0].Round;
        _baseline.AddRange(slots.Where(s => s.Form == held.Form));
        if (slots.FirstOrDefault(s => !Holds(s, held)) is not { } other)
            return null;
        string now = await NowAsync(other.Form, serverSet, cancellationToken).ConfigureAwait(false);
        double average = (double)other.BodyBytes / Answers(other);
        string where = string.Create(
            CultureInfo.InvariantCulture,
            $"in slot {other.Position} of round {other.Round} its answers had {average:#,0.#} bytes on average");
        return Doubt($"{other.Form} did not keep to the answer that was checked, {AnswerCheck.Words(held)}: {where}. {now}");
    }

    /// <summary>Asks each target once more after the last round, the first one twice.</summary>
    /// <returns>What changed; null while it holds.</returns>
    public async Task<Doubt?> AfterLastRoundAsync(ServerSet serverSet, CancellationToken cancellationToken)
    {
        if (_checked is not { } held)
            return null;
        List<CheckedAnswer> answers = [];
        foreach (ComparedTarget target in _comparison.Targets.Append(_comparison.Targets[0]))
        {
            try
            {
                answers.Add(await AnswerCheck.AskAsync(_comparison, target, serverSet, cancellationToken).ConfigureAwait(false));
            }
            catch (TargetFailedException e)
            {
                return Doubt($"{target.Form} was asked once more after round {Round}, the last one, and did not answer: {e.Message}");
            }
        }

        CheckedAnswer first = answers[0];
        bool varies = first.BodyBytes != answers[^1].BodyBytes || Range(held) is not null;
        // A page with the time in it has changed alike everywhere; one that changes with each request says nothing through its contents.
        bool tells = AnswerCheck.IsSame(first, answers[^1]) && !varies;
        CheckedAnswer? other = answers.Find(a =>
            a.Status != held.Status || (!varies && a.BodyBytes != held.BodyBytes) || (tells && !AnswerCheck.IsSame(a, first)));
        return other is null ? null : Doubt(
            $"{other.Form} did not keep to the answer that was checked, {AnswerCheck.Words(held)}: asked once more after round "
                + $"{Round}, the last one, it answered {AnswerCheck.Words(other)}"
                + $"{(other.Status == held.Status && other.BodyBytes == held.BodyBytes ? ", with other contents" : "")}.");
    }

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
            return $"Asked once more after that round, it did not answer: {e.Message}";
        }
    }

    private bool Holds(Slot slot, CheckedAnswer held)
    {
        if (Answers(slot) == 0 || IsHeld(slot, held))
            return true; // Without an answer a slot has no figure either.
        if (Range(held) is not { } range)
            return false;
        double average = (double)slot.BodyBytes / Answers(slot);
        return slot.Form == held.Form || (average >= range.Low && average <= range.High);
    }

    /// <summary>Whether every good answer of a slot can have had the length that was checked.</summary>
    private static bool IsHeld(Slot slot, CheckedAnswer held)
    {
        long expected = held.BodyBytes * Answers(slot);
        return slot.BodyBytes >= expected && slot.BodyBytes - expected <= FailedBodyBytes * slot.Errors.Values.Sum();
    }

    /// <summary>Between which averages answers may lie when those of the first target vary by themselves; null when they
    /// do not. Slots in which all answers have another length, the same one, tell of a change and not of a spread.</summary>
    private (double Low, double High)? Range(CheckedAnswer held)
    {
        Slot[] departing = [.. _baseline.Where(s => Answers(s) > 0 && !IsHeld(s, held))];
        int mixed = departing.Count(s => s.BodyBytes % Answers(s) != 0);
        if (mixed == 0 || mixed <= 3 * (departing.Length - mixed))
            return null;
        double[] averages = [held.BodyBytes, .. departing.Select(s => (double)s.BodyBytes / Answers(s))];
        double width = averages.Max() - averages.Min();
        return ((1 - Slack) * averages.Min() - width, (1 + Slack) * averages.Max() + width);
    }

    private static long Answers(Slot slot) => slot.Count + slot.Discarded;

    private Doubt Doubt(string what) => new(
        Syncopate.Doubt.OtherAnswers,
        _comparison.Subject?.Id ?? UrlComparison.Id,
        what,
        "Another answer is other work, so that there is no valid number.",
        "Look at that answer: a session that has run out, a limit of requests, an error page? --allow-different to go on all the same.");
}
