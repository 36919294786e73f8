using System.Globalization;

namespace Syncopate.Agent;

/// <summary>Where a monitored process reports to: a loopback port of the tool and a secret that distinguishes its processes.</summary>
/// <param name="port">Port on 127.0.0.1, 1 to 65,535.</param>
/// <param name="token">32 hexadecimal digits, drawn anew for each process.</param>
/// <param name="withChildren">True when the processes that the monitored one starts are monitored too, as those of
/// <c>dotnet run</c>.</param>
internal sealed class MonitorAddress(int port, string token, bool withChildren = false)
{
    private const string ChildrenMark = "children";

    /// <summary>The environment variable that carries an address into a process.</summary>
    public const string Variable = "SYNCOPATE_MONITOR";

    /// <summary>Length of a token in characters; the first bytes on a connection.</summary>
    public const int TokenLength = 32;

    public int Port => port;

    public string Token => token;

    public bool WithChildren => withChildren;

    /// <summary>Reads what <see cref="ToString"/> writes; null for null and for anything else.</summary>
    public static MonitorAddress? Parse(string? text)
    {
        string[] parts = text?.Split('/') ?? [];
        bool withChildren = parts.Length == 3 && parts[2] == ChildrenMark;
        if ((parts.Length != 2 && !withChildren) || parts[1].Length != TokenLength || !parts[1].All(Uri.IsHexDigit))
            return null;
        return int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int port) && port is >= 1 and <= 65_535
            ? new MonitorAddress(port, parts[1], withChildren)
            : null;
    }

    /// <summary>The form in which the address travels: <c>port/token</c> or <c>port/token/children</c>.</summary>
    public override string ToString() => FormattableString.Invariant($"{port}/{token}{(withChildren ? "/" + ChildrenMark : "")}");
}
