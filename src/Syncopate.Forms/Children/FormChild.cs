using Syncopate.Calling;

namespace Syncopate.Children;

/// <summary>This process as one that calls a form for another one.</summary>
internal static class FormChild
{
    /// <summary>Serves until the process that measures is gone, which ends this one.</summary>
    /// <param name="plan">The forms.</param>
    /// <param name="address">Which of them.</param>
    public static async Task ServeAsync(FormPlan plan, FormAddress address)
    {
        using FormServer server = new(plan.Open(address.Form, address.Row), address.Token);
        await Console.Out.WriteLineAsync(FormAddress.ReadyMark + server.Address).ConfigureAwait(false);
        await Console.Out.FlushAsync().ConfigureAwait(false);
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, CancellationToken.None).ConfigureAwait(false);
    }
}
