using System.Diagnostics;
using Syncopate.Load;

namespace Syncopate.Children;

/// <summary>What a load has measured whose process is gone.</summary>
internal static class LostResult
{
    public static LoadResult Of(string what) => LoadResult.Nothing(Stopwatch.GetTimestamp()) with
    {
        Failure = new LoadFailure(0, Findings.ConnectionClosed, $"its process could not be reached any more: {what.TrimEnd('.')}."),
    };
}
