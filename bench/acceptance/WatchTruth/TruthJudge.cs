namespace Syncopate.Acceptance.WatchTruth;

/// <summary>Compares claims with what was measured. Between the two limits of each a measurement shows nothing.</summary>
internal static class TruthJudge
{
    // Two runs of one program differ by less than a seventh on a machine that others use a little, and seldom by more than a third.
    private const double Helps = 1.5;
    private const double HelpsNot = 1.15;
    private const double BoundSlack = 1.3;

    // Of what the page's longest step takes.
    private const double PlaceSlack = 0.6;
    private const double Always = 0.8;
    private const double Hardly = 0.05;

    /// <summary>Whether the measurement shows that a claim is false. That a program which only computes is not starved, and gains
    /// nothing by threads, no measurement refutes: what differs is what other programs left it of the processors.</summary>
    public static bool IsFalse(TruthClaim claim, TruthProgram program, TruthFigures measured) =>
        (program.Awaits || claim.Value > 0) && IsRefuted(claim, program, measured);

    /// <summary>Whether it was starved beyond doubt: it waits, work waited nearly always, and threads or await gain much.</summary>
    public static bool IsStarved(TruthProgram program, TruthFigures measured) =>
        program.Awaits
        && measured.PendingShare > Always
        && Math.Max(measured.WithThreads, measured.Awaited) > Helps * measured.PerSecond;

    /// <summary>Whether a verdict on a starved program leaves open what would help.</summary>
    public static bool IsOpen(IReadOnlyList<TruthClaim> claims, TruthProgram program, TruthFigures measured) =>
        IsStarved(program, measured) && !claims.Any(claim => claim.Kind is TruthClaimKind.Threads or TruthClaimKind.Await);

    private static bool IsRefuted(TruthClaim claim, TruthProgram program, TruthFigures measured) => claim.Kind switch
    {
        TruthClaimKind.Starving => claim.Value > 0 ? measured.PendingShare < Hardly : IsStarved(program, measured),
        // Where nothing was completed, nothing tells which step was the longest.
        TruthClaimKind.Place => measured.PerSecond > 0 && !IsLong(claim.Place, program, measured),
        TruthClaimKind.Holder => !Holds(claim.Place, program),
        TruthClaimKind.Threads => IsRefuted(claim.Value > 0, measured.Told ?? measured.WithThreads, measured.PerSecond),
        TruthClaimKind.Await => IsRefuted(claim.Value > 0, measured.Awaited, measured.PerSecond),
        _ => measured.Told is { } told && told > BoundSlack * claim.Value * measured.PerSecond,
    };

    private static bool IsRefuted(bool helps, double cured, double asItIs) =>
        helps ? cured < HelpsNot * asItIs : cured > Helps * asItIs;

    private static bool IsLong(string? place, TruthProgram program, TruthFigures measured)
    {
        double longest = Shares(program, measured).Where(step => !step.Step.Computes).Select(step => step.Share).DefaultIfEmpty(0).Max();
        return Shares(program, measured).Any(step => place == step.Step.Place && step.Share >= PlaceSlack * longest)
            || (place == $"{nameof(TruthPage)}.Hold"
                && Shares(program, measured).Any(step => IsHeld(step.Step) && step.Share >= PlaceSlack * longest));
    }

    private static bool Holds(string? place, TruthProgram program) => program.AllSteps.Any(step => IsHeld(step)
        && (place == step.Place || place == $"{nameof(TruthPage)}.Hold" || place == $"{nameof(TruthPage)}.Compute"))
        || program.AllSteps.Any(step => step.Wait is TruthWait.Connections or TruthWait.Lookup && place == step.Place);

    private static bool IsHeld(TruthStep step) => step.Wait is TruthWait.Lock or TruthWait.Permits;

    private static IEnumerable<(TruthStep Step, double Share)> Shares(TruthProgram program, TruthFigures measured) =>
        program.AllSteps.Zip(measured.StepShares);
}
