namespace Syncopate.Cluster;

/// <summary>The form in which agents and conductors speak to each other. Builds of one version may differ in it: the version changes with
/// a release, the form with a commit.</summary>
internal static class ClusterProtocol
{
    /// <summary>That of this build. It is raised whenever an order, an interval, an end or a card gets another form. Builds before 2 had no
    /// number, and sent the figures of an interval beside each other; since 2 they are one record.</summary>
    public const int Current = 2;

    /// <summary>Says that another build has another one, as the end of a clause that begins with who "is of".</summary>
    /// <param name="found">What the other one says; 0 when it says none.</param>
    public static string OtherBuild(int found)
    {
        string whose = found == 0 ? "an earlier build, whose protocol has no number"
            : FormattableString.Invariant($"another build, with protocol {found}");
        return FormattableString.Invariant($"{whose}; this build has protocol {Current}: install one build on all machines");
    }
}
