namespace Syncopate.Measuring;

/// <summary>How to start a server that writes "Now listening on: http://…" when it is ready, as every ASP.NET Core application does.</summary>
/// <param name="Name">What messages call it, such as "SampleSite (sync)".</param>
/// <param name="FileName">The program.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="WorkingDirectory">Its working directory.</param>
/// <param name="Environment">Variables added to the tool's own.</param>
/// <param name="EndsInOrder">True when the server has something to remove: it is asked to stop and given time before it is killed.</param>
public sealed record ServerCommand(
    string Name,
    string FileName,
    IReadOnlyList<string> Arguments,
    string WorkingDirectory,
    IReadOnlyDictionary<string, string> Environment,
    bool EndsInOrder);
