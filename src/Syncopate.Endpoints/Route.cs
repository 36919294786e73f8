using Syncopate.Load;

namespace Syncopate;

/// <summary>A route of an app, as a form of what it answers.</summary>
internal sealed record Route
{
    /// <param name="form">Which form it is.</param>
    /// <param name="path">Path and query.</param>
    /// <exception cref="ArgumentException">It could not be sent as it is.</exception>
    public Route(Form form, string path)
    {
        _ = new LoadRequest(path, new UsersTimesLoops(1, 1)); // Its checks are those of every request.
        (Form, Path) = (form, path);
    }

    /// <summary>Which form it is.</summary>
    public Form Form { get; }

    /// <summary>Path and query.</summary>
    public string Path { get; }
}
