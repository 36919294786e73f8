using System.Runtime.CompilerServices;
using Syncopate.Crud.Actions;

namespace SampleSite.Actions;

/// <summary>What is pushed to the visitor's browser.</summary>
/// <param name="State">running, done, failed or cancelled.</param>
/// <param name="Percent">0 to 100.</param>
/// <param name="Message">One sentence.</param>
public sealed record ActionEvent(string State, int Percent, string Message)
{
    public static ActionEvent Of(ActionUpdate update) => new(update.State.ToString().ToLowerInvariant(), update.Percent, update.Message);

    /// <summary>What is known now, then every change up to the end.</summary>
    internal static async IAsyncEnumerable<ActionEvent> AllAsync(ActionRun run, [EnumeratorCancellation] CancellationToken token)
    {
        await foreach (ActionUpdate update in run.Updates.WithCancellation(token))
            yield return Of(update);
    }
}
