using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Syncopate.ThreadPools;

/// <summary>Where a monitored process reports to: a loopback port of the tool and a secret that tells its processes apart.</summary>
/// <param name="Port">Port on 127.0.0.1, 1 to 65,535.</param>
/// <param name="Token">32 hexadecimal digits, drawn anew for each process.</param>
/// <param name="WithChildren">True when the processes that the monitored one starts are monitored too, as those of <c>dotnet run</c>.</param>
internal sealed record MonitorAddress(int Port, string Token, bool WithChildren = false)
{
    private const string ChildrenMark = "children";

    /// <summary>The environment variable that carries an address into a process.</summary>
    public const string Variable = "SYNCOPATE_MONITOR";

    /// <summary>Length of a token in characters; the first bytes on a connection.</summary>
    public const int TokenLength = 32;

    /// <summary>Reads what <see cref="ToString"/> writes; false for null and for anything else.</summary>
    public static bool TryParse(string? text, [NotNullWhen(true)] out MonitorAddress? address)
    {
        address = null;
        string[] parts = text?.Split('/') ?? [];
        bool withChildren = parts is [_, _, ChildrenMark];
        if ((parts.Length != 2 && !withChildren) || parts[1].Length != TokenLength || !parts[1].All(char.IsAsciiHexDigit))
            return false;
        if (!int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int port) || port is < 1 or > 65_535)
            return false;
        address = new MonitorAddress(port, parts[1], withChildren);
        return true;
    }

    /// <summary>The form in which the address travels: <c>port/token</c> or <c>port/token/children</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Port}/{Token}{(WithChildren ? "/" + ChildrenMark : "")}");
}
