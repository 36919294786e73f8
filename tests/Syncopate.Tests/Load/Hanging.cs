namespace Syncopate.Tests.Load;

/// <summary>When a test is ended as one that hangs; no machine is so busy that it is only slow. What has been given up
/// runs on beside the next test.</summary>
internal static class Hanging
{
    public const int Milliseconds = 180_000;
}
