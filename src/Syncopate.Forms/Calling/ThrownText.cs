using System.Diagnostics;

namespace Syncopate.Calling;

/// <summary>What was thrown, and where, in words.</summary>
internal static class ThrownText
{
    /// <summary>Such as "InvalidOperationException: no such customer, at Customers.Find (Customers.cs:12)".</summary>
    public static string Of(Exception thrown)
    {
        string message = thrown.Message.ReplaceLineEndings(" ").TrimEnd('.', ' ');
        return $"{thrown.GetType().Name}: {message}{Place(thrown)}";
    }

    // The innermost frame whose source is known is the user's: what is of the runtime comes without.
    private static string Place(Exception thrown)
    {
        foreach (StackFrame frame in new StackTrace(thrown, fNeedFileInfo: true).GetFrames())
        {
            if (frame.GetFileName() is { } file && DiagnosticMethodInfo.Create(frame) is { } method
                && method.DeclaringAssemblyName.Split(',')[0] != typeof(ThrownText).Assembly.GetName().Name)
            {
                return FormattableString.Invariant($", at {Short(method)} ({Path.GetFileName(file)}:{frame.GetFileLineNumber()})");
            }
        }

        return "";
    }

    // "Customers+<FindAsync>d__3.MoveNext" is the compiler's name of "Customers.FindAsync".
    private static string Short(DiagnosticMethodInfo method)
    {
        string type = method.DeclaringTypeName ?? "";
        string name = method.Name;
        int open = type.LastIndexOf("+<", StringComparison.Ordinal);
        if (open >= 0)
        {
            string written = type[(open + 2)..].Split('>')[0];
            return $"{type[..open].Split('.', '+')[^1]}.{(written.Length > 0 ? written : name)}";
        }

        return $"{type.Split('.', '+')[^1]}.{name}";
    }
}
