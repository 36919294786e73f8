using Syncopate.Watch.Starvation;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>What a verdict claims.</summary>
internal static class TruthClaims
{
    /// <summary>The claims of a verdict; those that it words as unknown are none.</summary>
    /// <param name="verdict">As the report of the watch has it.</param>
    /// <param name="completedPerSecond">Work items completed a second while it was watched, to which a gain refers.</param>
    public static IReadOnlyList<TruthClaim> Of(StarvationVerdict verdict, double completedPerSecond)
    {
        List<TruthClaim> claims = verdict.Cause == StarvationCause.UsedElsewhere
            ? []
            : [new(TruthClaimKind.Starving, verdict.IsStarving ? 1 : 0, null)];
        if ((verdict.ConvertFirst ?? verdict.ShortenFirst) is { } place)
            claims.Add(new(TruthClaimKind.Place, 1, place.Place));
        if (verdict.ShortenFirst?.Holder is { } holder)
            claims.Add(new(TruthClaimKind.Holder, 1, holder.Place));
        if (verdict.Gain is { } gain)
        {
            claims.Add(new(TruthClaimKind.Threads, 1, null));
            claims.Add(new(TruthClaimKind.Bound, gain.PossiblePerSecond / completedPerSecond, null));
            if (Says(verdict, "await in their place needs none of them"))
                claims.Add(new(TruthClaimKind.Await, 1, null));
        }

        if (Says(verdict, "more threads, or await, would only lengthen the queue for it"))
        {
            claims.Add(new(TruthClaimKind.Threads, 0, null));
            claims.Add(new(TruthClaimKind.Await, 0, null));
        }

        if (Says(verdict, "more threads, or await in their place, help")
            || Says(verdict, "With more threads, or await in their place, more")
            || Says(verdict, "With more threads, or with that, more"))
        {
            claims.Add(new(TruthClaimKind.Threads, 1, null));
            claims.Add(new(TruthClaimKind.Await, 1, null));
        }
        else if (verdict.Growth is not null)
        {
            claims.Add(new(TruthClaimKind.Threads, 1, null));
        }

        if (Says(verdict, "More threads would not help."))
            claims.Add(new(TruthClaimKind.Threads, 0, null));
        return claims;
    }

    private static bool Says(StarvationVerdict verdict, string words) => verdict.Sentence.Contains(words, StringComparison.Ordinal);
}
