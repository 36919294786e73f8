using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>Asks again and again until the answer is what a test waits for. The test's own limit ends it when that never comes.</summary>
internal static class Polling
{
    public static async Task<T> UntilAsync<T>(Func<Task<T>> ask, Func<T, bool> isSo)
    {
        while (true)
        {
            T answer = await ask();
            if (isSo(answer))
                return answer;
            await Task.Delay(TimeSpan.FromMilliseconds(20), TestContext.Current.CancellationToken);
        }
    }
}
