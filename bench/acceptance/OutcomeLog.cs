using System.Text.Json;

namespace Syncopate.Acceptance;

/// <summary>The results file: a line a result, written as soon as it is finished, so that a stopped script goes on where it was.</summary>
/// <typeparam name="T">The record of a line.</typeparam>
internal sealed class OutcomeLog<T>
{
    private readonly string _file;
    private readonly List<T> _outcomes;

    /// <param name="folder">Folder of the results; made when it is not there.</param>
    public OutcomeLog(string folder)
    {
        Folder = Directory.CreateDirectory(folder).FullName;
        _file = Path.Combine(Folder, "results.jsonl");
        // The last line of a killed script may be half a line; what it told is then made again.
        _outcomes = File.Exists(_file) ? [.. File.ReadLines(_file).Where(l => l.EndsWith('}')).Select(l => JsonSerializer.Deserialize<T>(l)!)] : []; // A line of ours is no null.
    }

    /// <summary>Folder of the results.</summary>
    public string Folder { get; }

    /// <summary>Everything so far.</summary>
    public IReadOnlyList<T> Outcomes => _outcomes;

    /// <summary>Keeps an outcome.</summary>
    public void Add(T outcome)
    {
        _outcomes.Add(outcome);
        File.AppendAllText(_file, JsonSerializer.Serialize(outcome) + "\n");
    }
}
