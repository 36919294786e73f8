using Syncopate.Calling;

namespace Syncopate.Children;

/// <summary>What forms threw while a load called them: the first exception of each kind of each form, from all their processes.</summary>
internal sealed class ThrownUnderLoad
{
    /// <summary>Code of its doubts.</summary>
    public const string Code = "throws";

    // By form and kind; guarded by itself, as forms that are warmed side by side report at the same moment.
    private readonly Dictionary<(string Label, string Kind), string> _first = [];

    /// <summary>Takes what one load has seen.</summary>
    public void Take(IReadOnlyList<ThrownCall> thrown)
    {
        lock (_first)
        {
            foreach (ThrownCall call in thrown)
                _first.TryAdd((call.Label, call.Kind), call.Text);
        }
    }

    /// <summary>A doubt for each form and kind, and forgets them.</summary>
    /// <param name="experiment">Id of the experiment that was measured meanwhile.</param>
    public IReadOnlyList<Doubt> Drain(string experiment)
    {
        lock (_first)
        {
            Doubt[] doubts =
            [
                .. _first.OrderBy(f => f.Key.Label, StringComparer.Ordinal).ThenBy(f => f.Key.Kind, StringComparer.Ordinal)
                    .Select(f => ToDoubt(experiment, f.Key.Label, f.Value)),
            ];
            _first.Clear();
            return doubts;
        }
    }

    private static Doubt ToDoubt(string experiment, string label, string text) => new(
        Code,
        experiment,
        $"{label} threw under load: {text}.",
        "A call that throws counts as failed and is in no mean; where many do, there is no number.",
        "Look there. If it throws only when several call at once, look for what the calls share.");
}
