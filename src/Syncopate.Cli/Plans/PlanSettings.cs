using Syncopate.Cli.Lines;
using Syncopate.Planning;
using Syncopate.Planning.Simulation;

namespace Syncopate.Cli.Plans;

/// <summary>What <c>syncopate plan</c> was asked to do, checked.</summary>
/// <param name="Question">What is to be planned.</param>
/// <param name="Prices">What a fleet is reckoned with.</param>
/// <param name="Levels">Throughput that was measured at several loads; may be empty.</param>
/// <param name="Validates">Whether to measure it, too.</param>
/// <param name="Slow">What the wait may become for a while; null for no such question.</param>
/// <param name="Page">File for the page with charts; null for none.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
/// <param name="Command">The command that repeats it.</param>
internal sealed record PlanSettings(PlanQuestion Question, PlanPrices Prices, IReadOnlyList<PlanFileLevel> Levels, bool Validates, SlowSpell? Slow, string? Page, ResultSettings Result, string Command);
