using SampleSite.Timing;

namespace SampleSite.Delays;

/// <summary>What the delay page shows.</summary>
/// <param name="AskedMilliseconds">The wait that was asked for.</param>
/// <param name="ThreadBefore">Managed id of the thread that began to wait.</param>
/// <param name="ThreadAfter">Managed id of the thread that went on afterwards; often another one when the wait was awaited.</param>
/// <param name="Waterfall">The wait over time.</param>
public sealed record DelayPage(int AskedMilliseconds, int ThreadBefore, int ThreadAfter, Waterfall Waterfall);
