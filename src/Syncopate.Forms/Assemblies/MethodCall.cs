using Syncopate.Calling;

namespace Syncopate.Assemblies;

/// <summary>A call as it was typed: <c>My.Customers.Find(7, "x", true)</c>.</summary>
/// <param name="Type">The type, with or without its namespace.</param>
/// <param name="Name">The method, with or without "Async".</param>
/// <param name="Arguments">In order.</param>
internal sealed record MethodCall(string Type, string Name, IReadOnlyList<Literal> Arguments)
{
    private const string Example = "Example: --method \"My.Customers.Find(7, \\\"x\\\", true)\"";

    /// <summary>Reads what was typed.</summary>
    /// <exception cref="FormsFault">It is no call of that kind.</exception>
    public static MethodCall Read(string text)
    {
        int open = text.IndexOf('(', StringComparison.Ordinal);
        string path = (open < 0 ? text : text[..open]).Trim();
        int dot = path.LastIndexOf('.');
        if (dot <= 0 || dot == path.Length - 1 || path.Any(char.IsWhiteSpace))
            throw new FormsFault($"--method takes a type, a dot and a method, with arguments in brackets; found '{text}'. {Example}");
        if (open >= 0 && text.TrimEnd()[^1] != ')')
            throw new FormsFault($"--method: the arguments of '{text}' do not end with ')'. {Example}");
        string inside = open < 0 ? "" : text.TrimEnd()[(open + 1)..^1];
        return new MethodCall(path[..dot], path[(dot + 1)..], Literal.ReadAll(inside));
    }

    /// <summary>Whether a type is the one that was meant: by its whole name, or by the end of it.</summary>
    public bool IsOf(string type) => type == Type || type.EndsWith("." + Type, StringComparison.Ordinal);

    /// <summary>Whether a pair is the one that was meant by its name.</summary>
    public bool Names(Twin twin) => Name == twin.Sync.Name || Name == twin.Async.Name;
}
