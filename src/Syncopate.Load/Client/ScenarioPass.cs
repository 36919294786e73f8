using System.Buffers;

namespace Syncopate.Load.Client;

/// <summary>Where one user is in a scenario, and the values it has taken. One thread at a time.</summary>
internal sealed class ScenarioPass(LoadScenario scenario)
{
    private const int MostValueCharacters = 8 * 1024;

    private static readonly SearchValues<char> Printable =
        SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(code => (char)code)]);

    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);

    /// <summary>From 0, among the steps.</summary>
    public int Place { get; private set; }

    public LoadStep Step => scenario.Steps[Place];

    public bool ReadsBody => Step.ExtractedValues.Any(value => value.IsInBody);

    public string Path => LoadScenario.Fill(Step.Path, _values, Uri.EscapeDataString);

    public byte[] Body => Step.BodyWith(_values);

    public IEnumerable<KeyValuePair<string, string>> Headers =>
        Step.Headers.Select(
            header => new KeyValuePair<string, string>(
                header.Key, LoadScenario.Fill(header.Value, _values, static value => value)));

    /// <summary>Takes what the step wants from a good answer; says what is wrong with it, or null.</summary>
    public string? Take(HttpResponseMessage response, ReadOnlyMemory<byte> body)
    {
        foreach (ExtractedValue wanted in Step.ExtractedValues)
        {
            if (wanted.Take(response, body) is not { } value)
                return Findings.ValueNotFound;
            // The server is not trusted: a line end would be a header of its own making.
            if (value.Length > MostValueCharacters
                || value.Any(char.IsControl)
                || (value.AsSpan().ContainsAnyExcept(Printable) && IsInHeader(wanted.Name)))
            {
                return Findings.ValueNotUsable;
            }

            _values[wanted.Name] = value;
        }

        return null;
    }

    /// <summary>The request of the step has ended; true when the pass has ended with it.</summary>
    public bool Advance(bool isGood)
    {
        Place = isGood ? (Place + 1) % scenario.Steps.Count : 0;
        if (Place == 0)
            _values.Clear();
        return Place == 0;
    }

    private bool IsInHeader(string name) => scenario.Steps.SelectMany(step => step.Headers).Any(header =>
        LoadScenario.NamesIn(header.Value).Contains(name));
}
