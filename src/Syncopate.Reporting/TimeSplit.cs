namespace Syncopate.Reporting;

/// <summary>Where the time of one piece of work goes, in parts that follow one another. An experiment whose forms have all of them shows
/// that, and compares nothing.</summary>
/// <param name="Title">Heading of the picture.</param>
/// <param name="Piece">What was repeated, in the singular, such as "load".</param>
/// <param name="Parts">In the order in which they pass.</param>
internal sealed record TimeSplit(string Title, string Piece, IReadOnlyList<TimePart> Parts);

/// <summary>One part of the time.</summary>
/// <param name="Counter">The counter that holds it, in ms.</param>
/// <param name="Name">What takes it, a few words.</param>
internal sealed record TimePart(string Counter, string Name);
