namespace Syncopate.Tests;

/// <summary>How many simulated runs a test makes. Run n is the same in both forms, so that more of them are the same and others.</summary>
internal static class Simulations
{
    private static readonly bool IsWhole = Environment.GetEnvironmentVariable("SYNCOPATE_SIMULATIONS") == "all";

    /// <summary>The few of a short run, or all where SYNCOPATE_SIMULATIONS=all asks for them, as <c>./test --long</c> does.</summary>
    public static int Of(int few, int all) => IsWhole ? all : few;
}
