namespace Syncopate.Reporting.Loads;

/// <summary>A condition under which the load fails, held against it.</summary>
/// <param name="Condition">As it was given, such as "p99 &gt; 300ms".</param>
/// <param name="Passed">False when the condition came true, or could not be judged.</param>
/// <param name="Sentence">Such as "p99 241 ms (limit 300 ms)".</param>
public sealed record LoadThreshold(string Condition, bool Passed, string Sentence);
