using System.Globalization;
using Syncopate.Load;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Texts;

namespace Syncopate.Running.Comparing;

/// <summary>One request to each target before anything is measured: a fast error page, or half an answer, must not win.</summary>
internal sealed class AnswerCheck
{
    private readonly RunContext _run;
    private readonly UrlComparison _comparison;

    public AnswerCheck(RunContext run, UrlComparison comparison)
    {
        _run = run;
        _comparison = comparison;
    }

    /// <summary>One answer of a target.</summary>
    /// <exception cref="TargetFailedException">There is none.</exception>
    public static Task<CheckedAnswer> AskAsync(
        UrlComparison comparison, ComparedTarget target, ServerSet serverSet, CancellationToken cancellationToken)
    {
        Func<Form, HttpTarget, LoadRequest, CancellationToken, Task<CheckedAnswer>> readAsync =
            comparison.ReadAnswer ?? new AnswerReader(comparison.Options).ReadAsync;
        return readAsync(target.Form, serverSet[target.Form].Target, comparison.RequestTo(target.Path), cancellationToken);
    }

    /// <summary>Asks each target once, the first one twice; where they may differ, all of them twice.</summary>
    /// <returns>The first answer of each, in the order of the targets, and then the second ones.</returns>
    /// <exception cref="TargetFailedException">One does not answer, or they do not answer the same and that was not allowed.</exception>
    public async Task<IReadOnlyList<CheckedAnswer>> RunAsync(ServerSet serverSet, CancellationToken cancellationToken)
    {
        int targets = _comparison.Targets.Count;
        List<CheckedAnswer> answers = new();
        foreach (ComparedTarget target in _comparison.Targets.Concat(
            _comparison.Targets.Take(_comparison.AllowsDifferentAnswers ? targets : 1)))
        {
            answers.Add(await AskAsync(_comparison, target, serverSet, cancellationToken).ConfigureAwait(false));
        }

        CheckedAnswer again = answers[targets];
        List<CheckedAnswer> each = answers[..targets];
        ExpectedStatuses expected = _comparison.RequestTo(_comparison.Targets[0].Path).Expected;
        if (each.Find(a => !expected.Include(a.Status)) is { } failed)
            throw new TargetFailedException(Statuses(failed, each, expected));
        string? difference = Difference(each, again);
        if (difference is not null && !_comparison.AllowsDifferentAnswers)
            throw new TargetFailedException($"{difference} Nothing was measured. --allow-different to go on.");
        if (difference is not null)
            _run.Journal.Append(Different(difference));
        _run.Report(
            new RunProgress(UrlComparison.Id, Seen(each, difference is null), 0, _comparison.Budget - _run.Clock.Elapsed, Finished: false));
        return answers;
    }

    private static string Statuses(CheckedAnswer failed, List<CheckedAnswer> each, ExpectedStatuses expected) =>
        string.Join("; ", each.OrderByDescending(a => a == failed)
            .Select(a => string.Create(CultureInfo.InvariantCulture, $"{a.Form} answered {a.Status}")))
        + $". Nothing was measured. Only answers of {expected.Text} are compared: look at the path, the headers and the server's log, "
        + $"or say what a good answer is: --expect {failed.Status.ToString(CultureInfo.InvariantCulture)}";

    /// <summary>How the answers differ; null when they do not.</summary>
    internal static string? Difference(IReadOnlyList<CheckedAnswer> each, CheckedAnswer again)
    {
        CheckedAnswer first = each[0];
        CheckedAnswer? other = each.FirstOrDefault(a => !IsSame(a, first));
        if (other is null)
            return null;
        if (!IsSame(first, again))
        {
            return $"{first.Form} answers differently from one request to the next, so that it cannot be seen whether {other.Form} "
                + "gives the same.";
        }

        return string.Create(CultureInfo.InvariantCulture, $"{other.Form} answered {Words(other)}; {first.Form} answered {Words(first)}")
            + (other.Status == first.Status && other.BodyBytes == first.BodyBytes ? ", with other contents." : ".");
    }

    internal static bool IsSame(CheckedAnswer left, CheckedAnswer right) => left.Status == right.Status && left.BodyHash == right.BodyHash;

    internal static string Words(CheckedAnswer answer) =>
        string.Create(CultureInfo.InvariantCulture, $"{answer.Status} with {Counted.Of(answer.BodyBytes, "byte")}");

    private static string Seen(List<CheckedAnswer> each, bool same)
    {
        string times = string.Join(
            ", ", each.Select(a => string.Create(CultureInfo.InvariantCulture, $"{a.Form} {a.Milliseconds:0.#} ms")));
        return $"one request each: {times}, "
            + (same
                ? $"same status, same {Counted.Of(each[0].BodyBytes, "byte")}"
                : "different answers, as allowed");
    }

    private static Doubt Different(string difference) => new(
        "different-answers",
        UrlComparison.Id,
        difference,
        "They were compared all the same, as --allow-different asks: what looks like speed may be less work.",
        "Compare targets that give the same answer.");
}
