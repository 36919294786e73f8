using Syncopate.Planning;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>Plans for tests of what follows from formulas, or is said of figures whatever they are.</summary>
internal static class Plans
{
    /// <summary>A plan with a tenth of its simulations, each a thirtieth as long: several seeds, so that it still
    /// matters that they end in any order.</summary>
    public static Plan Small(PlanQuestion question) =>
        Planner.Make(question, new PlannerEffort(6, 3, 2_000), null, TestContext.Current.CancellationToken);
}
