using System.Security.Cryptography;
using System.Text;

namespace Syncopate.Live.Access;

/// <summary>The secrets of one start of the server: new each time, in no file and in no result.</summary>
internal sealed class AccessKeys
{
    private const int Bytes = 24;

    /// <summary>Part of the address that is printed.</summary>
    public string Token { get; } = New();

    /// <summary>What the cookie holds: another secret, so that what is in the address is worth nothing in a cookie.</summary>
    public string Session { get; } = New();

    /// <summary>What every form of ours carries, and no form of anybody else can know.</summary>
    public string Form { get; } = New();

    /// <summary>Compares in a time that says nothing about where they differ.</summary>
    public static bool AreEqual(string? given, string secret) =>
        given is not null && CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), Encoding.UTF8.GetBytes(secret));

    private static string New() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(Bytes));
}
