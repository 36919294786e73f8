using Syncopate.Comparing;

namespace Syncopate.Cli;

/// <summary>What <c>syncopate compare</c> was asked to do, checked.</summary>
/// <param name="Comparison">What is compared, and how.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
/// <param name="Command">The command that repeats it.</param>
internal sealed record CompareSettings(UrlComparison Comparison, ResultSettings Result, string Command);
