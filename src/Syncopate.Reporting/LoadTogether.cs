namespace Syncopate.Reporting;

/// <summary>How well several machines began together.</summary>
/// <param name="SkewMilliseconds">Between the first start and the last of a load, each from when it was due and as each reckons the common
/// clock; the most of all loads. Requests at a rate are due from one agent after the other.</param>
/// <param name="UncertaintyMilliseconds">What that reckoning may be wrong: half the longest round trip, if all of it went one way.</param>
internal sealed record LoadTogether(double SkewMilliseconds, double UncertaintyMilliseconds);
