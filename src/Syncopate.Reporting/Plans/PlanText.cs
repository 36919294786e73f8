using System.Globalization;
using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Units;

namespace Syncopate.Reporting.Plans;

/// <summary>What the parts of a plan are called, in the terminal and on its page.</summary>
internal static class PlanText
{
    /// <summary>The form in a line of text.</summary>
    public static string Name(WaitStyle style) => style switch
    {
        WaitStyle.Blocking => "sync",
        WaitStyle.BlockingOnTask => "sync over async",
        WaitStyle.Awaiting => "async",
        WaitStyle.AwaitingTogether => "parallel",
        _ => throw new ArgumentOutOfRangeException(nameof(style), style, "Not a way to wait."),
    };

    /// <summary>One request, or the kinds of them with their shares, in sentences.</summary>
    public static string Requests(PlanQuestion question)
    {
        ArgumentNullException.ThrowIfNull(question);
        if (question.Endpoints is [var only])
            return $"One request: {Length(only.Demand.CpuSeconds)} on a core, {Waits(only)}.";
        double all = question.Endpoints.Sum(e => e.Share);
        return string.Join(' ', question.Endpoints.Select(
            e => $"{Share(e.Share / all, "0.#")} {e.Name}: {Length(e.Demand.CpuSeconds)} on a core, {Waits(e)}."));
    }

    /// <summary>The machine and its pool.</summary>
    public static string Machine(Plan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        PlanQuestion question = plan.Question;
        string background = question.BackgroundCores == 0
            ? ""
            : $" ({Hundredths(question.BackgroundCores)} taken by other work)";
        int least = question.MinimumThreads ?? question.Cores;
        string threads = question.MaximumThreads is not { } maximum ? FormattableString.Invariant($"{least} to any number of threads")
            : maximum == least ? Wording.Plural(maximum, "thread")
            : FormattableString.Invariant($"{least} to {maximum:N0} threads");
        bool isShown = question.TimerSeconds > PoolConstants.Net10.TimerSeconds && question.Styles.Any(s => s != WaitStyle.Blocking);
        string timers = isShown ? $", and timers that tick every {Length(question.TimerSeconds)}" : "";
        return $"{Wording.Plural(question.Cores, "core")}{background}, the pool of {plan.Runtime} with {threads}{timers}.";
    }

    /// <summary>The load.</summary>
    public static string Load(Plan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (plan.Question.Users is { } users)
        {
            double thinking = plan.Question.Think.TotalSeconds;
            string pause = thinking > 0 ? $"with a pause of {Length(thinking)}" : "without a pause";
            return $"{Wording.Plural(users, "user")} {pause}.";
        }

        string retried = plan.Question.RetriedShare > 0 ? $", {Rate(plan.Question.Load)} including retries," : "";
        string machines = plan.Instances == 1 ? "machine" : "machines";
        return FormattableString.Invariant(
            $"{Rate(plan.Question.ArrivalsPerSecond ?? 0)} requests/s{retried} on {plan.Instances:N0} {machines}: ")
            + $"{Rate(plan.LoadPerInstance)}/s each, with at most 70% of its cores busy. "
            + "They arrive at random; `load --rate` sends them evenly, so that fewer of them meet.";
    }

    /// <summary>A rate or another quantity without a unit: whole where it is 100 and more, else with three significant
    /// digits, so that what is small is not nothing.</summary>
    public static string Rate(double value) =>
        double.IsInfinity(value) ? "no limit" : value >= 100 ? FormattableString.Invariant($"{value:N0}") : FigureText.Significant(value);

    /// <summary>A share in percent, in whole ones unless another format is given: a little is not nothing, and nearly all is not
    /// all.</summary>
    public static string Share(double share, string format = "0")
    {
        string shown = (100 * share).ToString(format, CultureInfo.InvariantCulture);
        return (double.Parse(shown, CultureInfo.InvariantCulture) == 0 && share > 0)
            || (double.Parse(shown, CultureInfo.InvariantCulture) == 100 && share < 1)
                ? FigureText.Percent(100 * share)
                : shown + "%";
    }

    /// <summary>Processors, of which a plan may have parts: "1 core", "1.5 cores".</summary>
    internal static string Cores(double cores) => Hundredths(cores) is "1" ? "1 core" : $"{Hundredths(cores)} cores";

    /// <summary>The middle 90 % of a time in milliseconds; one time where both ends look alike.</summary>
    internal static string Range(Band band) => Range(band, milliseconds => FigureText.Milliseconds(milliseconds));

    /// <summary>The middle 90 % of a figure; one value where both ends look alike.</summary>
    public static string Range(Band band, Func<double, string> format)
    {
        ArgumentNullException.ThrowIfNull(format);
        (string low, string high) = (format(band.Low), format(band.High));
        return low == high ? low : band.IsPredictable ? $"{low} to {high}" : Unpredictable($"{low} to {high}");
    }

    /// <summary>The 99th percentile at a load, where enough requests were simulated for one.</summary>
    internal static string P99(PlannedLevel level) => level.CarriesP99 ? Range(level.P99Milliseconds) : FigureText.Missing;

    /// <summary>A range that says nothing.</summary>
    public static string Unpredictable(string range) => $"not predictable ({range})";

    /// <summary>Colour class of the form: that of a measured one, and one of its own for sync over async.</summary>
    internal static string Class(WaitStyle style) => style switch
    {
        WaitStyle.Blocking => Wording.Class(Form.Sync),
        WaitStyle.BlockingOnTask => "over",
        WaitStyle.Awaiting => Wording.Class(Form.Async),
        WaitStyle.AwaitingTogether => Wording.Class(Form.Parallel),
        _ => throw new ArgumentOutOfRangeException(nameof(style), style, "Not a way to wait."),
    };

    private static string Waits(PlannedEndpoint endpoint)
    {
        string spread = endpoint.Wait.Shape switch
        {
            WaitShape.Equal => "",
            WaitShape.Exponential => " on average, exponential",
            WaitShape.Lognormal => $" on average, lognormal ({Percentiles(endpoint.Wait)})",
            WaitShape.Measured => $" on average, as listed or measured ({Percentiles(endpoint.Wait)})",
            _ => throw new ArgumentOutOfRangeException(nameof(endpoint), endpoint.Wait.Shape, "Not a shape of waits."),
        };
        return endpoint.Waits == 1
            ? $"{Length(endpoint.Demand.WaitSeconds)} waiting{spread}"
            : $"{endpoint.Waits} independent waits of {Length(endpoint.Demand.WaitSeconds)}{spread}";
    }

    private static string Percentiles(WaitTime wait) =>
        $"median {Length(wait.P50Seconds)}, 99th percentile {Length(wait.P99Seconds)}";

    // Less than a hundredth is not nothing.
    private static string Hundredths(double value) =>
        value is > 0 and < 0.005 ? FigureText.Significant(value) : FormattableString.Invariant($"{value:0.##}");

    private static string Length(double seconds) => FigureText.Milliseconds(Milliseconds.FromSeconds(seconds));
}
