using System.Text;

namespace Syncopate.Load;

/// <summary>One request of a <see cref="LoadScenario"/>.</summary>
public sealed record LoadStep
{
    /// <param name="path">Path and query, starting with "/", escaped; a <c>{name}</c> is replaced by the value
    /// extracted under that name, escaped.</param>
    /// <exception cref="ArgumentException"><paramref name="path"/> could not be sent as it is.</exception>
    public LoadStep(string path)
    {
        _ = new LoadRequest(path, new UsersTimesLoops(1, 1)); // Its rules are ours, and braces are no exception.
        Path = path;
        Name = path;
    }

    /// <summary>As the result names it; default the path.</summary>
    public string Name { get; init; }

    /// <summary>Path and query.</summary>
    public string Path { get; }

    /// <summary>Such as "POST"; default "GET".</summary>
    /// <exception cref="ArgumentException">The value is not a method that can be sent.</exception>
    public string Method
    {
        get;
        init => field = new LoadRequest("/", new UsersTimesLoops(1, 1)) { Method = value }.Method;
    } = "GET";

    /// <summary>Further header fields; values may hold a <c>{name}</c>. Default none.</summary>
    /// <exception cref="ArgumentException">A name or value that could not be sent as it is, or a field that the engine
    /// sets by itself.</exception>
    public IReadOnlyList<KeyValuePair<string, string>> Headers
    {
        get;
        init => field = new LoadRequest("/", new UsersTimesLoops(1, 1)) { Headers = value }.Headers;
    } = [];

    /// <summary>The body as text, sent as UTF-8; a <c>{name}</c> is replaced by the value as it was extracted. Default none.</summary>
    public string Body { get; init; } = "";

    /// <summary>Statuses of a good answer; default 200 to 299. Any other ends the pass.</summary>
    public ExpectedStatuses Expected { get; init; } = ExpectedStatuses.Success;

    /// <summary>What is extracted from its answer; a value that is not there fails the request as
    /// <see cref="Findings.ValueNotFound"/>. Default nothing.</summary>
    public IReadOnlyList<ExtractedValue> ExtractedValues { get; init; } = [];

    internal byte[] BodyWith(IReadOnlyDictionary<string, string> values) =>
        Encoding.UTF8.GetBytes(LoadScenario.Fill(Body, values, static value => value));
}
