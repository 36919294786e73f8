namespace Syncopate.Scan.Evidence;

/// <summary>Routes as a scan writes them (<c>GET /orders/{id}</c>) and as a request has them (<c>GET /orders/5?full=1</c>).</summary>
internal static class RouteText
{
    /// <summary>Whether a request of that route goes to that entry. Parameters take any segment; the last one of <c>{*rest}</c> takes them
    /// all.</summary>
    public static bool Matches(string entry, string route)
    {
        (string[] pattern, string[] path) = (Parts(entry), Parts(route));
        for (int i = 0; i < pattern.Length; i++)
        {
            if (pattern[i].StartsWith("{*", StringComparison.Ordinal))
                return true;
            if (i >= path.Length)
                return pattern[i].EndsWith("?}", StringComparison.Ordinal) && i == pattern.Length - 1;
            if (!IsParameter(pattern[i]) && !IsParameter(path[i]) && !pattern[i].Equals(path[i], StringComparison.OrdinalIgnoreCase))
                return false;
        }

        return path.Length == pattern.Length;
    }

    private static bool IsParameter(string segment) => segment.StartsWith('{') && segment.EndsWith('}');

    // The method is the first part.
    private static string[] Parts(string route) => route.Split('?', 2)[0] is var path && path.Contains('{', StringComparison.Ordinal)
        ? Split(route)
        : Split(path);

    private static string[] Split(string route) => [.. route.Split(' ', 2) is [var method, var path]
        ? path.Split('/', StringSplitOptions.RemoveEmptyEntries).Prepend(method) : [route]];
}
