using System.Security.Cryptography;

namespace SampleSite.Actions;

/// <summary>Tells visitors apart without asking who they are: by a random name in a cookie that no script reads and no
/// other site sends.</summary>
internal static class ActionOwner
{
    private const string Cookie = "visitor";
    private const int Digits = 32;

    /// <summary>The visitor's name; empty, which owns nothing, when there is none yet.</summary>
    public static string Of(HttpRequest request) => request.Cookies[Cookie] is { Length: Digits } name && name.All(char.IsAsciiHexDigitLower) ? name : "";

    /// <summary>The visitor's name; gives one to a new visitor.</summary>
    public static string OfOrNew(HttpContext context)
    {
        if (Of(context.Request) is { Length: > 0 } known)
            return known;

        string name = RandomNumberGenerator.GetHexString(Digits, lowercase: true);
        context.Response.Cookies.Append(Cookie, name, new CookieOptions { HttpOnly = true, SameSite = SameSiteMode.Strict, IsEssential = true });
        return name;
    }
}
