using System.Text.RegularExpressions;

namespace Syncopate.Watch.Stacks;

/// <summary>Methods as they are written, from the names that the compiler and the runtime give.</summary>
internal static partial class MethodName
{
    /// <summary>"Orders.Pay" of "Shop.Orders+&lt;Pay&gt;d__4" and "MoveNext", of "Shop.Orders+&lt;&gt;c" and
    /// "&lt;Pay&gt;b__0"; "Task.Result" of "System.Threading.Tasks.Task`1[Int32]" and "get_Result".</summary>
    public static string Short(string type, string method)
    {
        string full = Full(type, method);
        string[] parts = full.Split('.');
        int kept = 1 + Outer(type).Count(static c => c == '+') + Written(type, method).Count(static c => c == '.') + 1;
        return string.Join('.', parts[Math.Max(0, parts.Length - kept)..]);
    }

    /// <summary>The same with its namespace.</summary>
    public static string Full(string type, string method) => $"{Outer(type).Replace('+', '.')}.{Written(type, method)}";

    // Of the nested types only those that a programmer has written.
    private static string Outer(string type) =>
        string.Join('+', Arguments().Replace(type, "").Split('+').TakeWhile(static part => !part.StartsWith('<')));

    private static string Written(string type, string method)
    {
        string machine = Arguments().Replace(type, "").Split('+')[^1];
        string name = method == "MoveNext" && machine.StartsWith('<') ? machine : method;
        string local = "";
        while (Made().Match(name) is { Success: true } made)
        {
            name = made.Groups["name"].Value;
            local = made.Groups["local"].Success ? $".{made.Groups["local"].Value}{local}" : local;
        }

        return name.StartsWith("get_", StringComparison.Ordinal) || name.StartsWith("set_", StringComparison.Ordinal) ? name[4..]
            : name == ".ctor" ? "new"
            : name == ".cctor" ? "static constructor"
            : name.Trim('<', '>', '$') + local;
    }

    // <Pay>d__4, <Pay>b__0_1, <Pay>g__Local|0_0, <<Pay>b__0>d; <Main>$ is how top-level statements are called.
    [GeneratedRegex(@"^<(?<name>.+)>(\$|d(__\d+)?(`\d+)?|b__[\d_]+|g__(?<local>[^|]+)\|[\d_]+)$")]
    private static partial Regex Made();

    // Type arguments and their number.
    [GeneratedRegex(@"\[.*\]|`\d+")]
    private static partial Regex Arguments();
}
