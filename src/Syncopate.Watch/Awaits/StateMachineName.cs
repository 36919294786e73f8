using System.Text.RegularExpressions;

namespace Syncopate.Watch.Awaits;

/// <summary>What the names that the compiler gives mean to a reader.</summary>
internal static partial class StateMachineName
{
    /// <summary>The method of a state machine: "LoadAsync" of "&lt;LoadAsync&gt;d__4", "Load lambda" of
    /// "&lt;&lt;Load&gt;b__0&gt;d", "Load.Local" of a local function; the name itself for any other.</summary>
    public static string Method(string machine)
    {
        Match match = Machine().Match(machine);
        if (!match.Success)
            return machine;
        string method = match.Groups["name"].Value;
        Match inner = Inner().Match(method);
        if (!inner.Success)
            return Plain(method);
        return inner.Groups["local"].Success
            ? $"{Plain(inner.Groups["outer"].Value)}.{inner.Groups["local"].Value}"
            : $"{Plain(inner.Groups["outer"].Value)} lambda";
    }

    /// <summary>What stands for the full name of a state machine where a method has none, as it is compiled as runtime async.</summary>
    public static string Without(string type, string method) => $"{type}+<{method}>d";

    /// <summary>The full name of the state machine whose code a method is, without what stands for its type parameters; null for any other
    /// method.</summary>
    public static string? OfMoveNext(string type, string method) =>
        method == "MoveNext" && type.Contains(">d", StringComparison.Ordinal) ? type.Split('[')[0] : null;

    /// <summary>Types and method of a state machine's full name, without namespace: "List.QueryHandler.Handle" of a
    /// nested type, since its outer one may be all that distinguishes it from another.</summary>
    public static string TypeAndMethod(string fullName)
    {
        string[] nested = fullName.Split('+');
        string written = string.Join('.', nested[..^1].Where(part => !part.Contains('<', StringComparison.Ordinal))
            .Select(part => part[(part.LastIndexOf('.') + 1)..].Split('`')[0]));
        string method = Method(nested[^1]);
        return written.Length == 0 ? method : $"{written}.{method}";
    }

    // "<Main>$" is how top-level statements are called.
    private static string Plain(string name) =>
        name.Trim('<', '>', '$') is { Length: > 0 } plain ? plain[(plain.LastIndexOf('.') + 1)..] : name;

    [GeneratedRegex(@"^<(?<name>.+)>d(__\d+)?(`\d+)?$")]
    private static partial Regex Machine();

    [GeneratedRegex(@"^<(?<outer>.*)>(b__[\d_]+|g__(?<local>[^|]+)\|[\d_]+)")]
    private static partial Regex Inner();
}
