using System.Globalization;
using Microsoft.AspNetCore.Http;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Access;

/// <summary>Lets through what comes from our own page in the browser that was given the address, and nothing else:
/// other pages in the same browser, other names for this machine and forged forms are refused before anything is looked at.</summary>
/// <param name="keys">The secrets.</param>
/// <param name="port">Where the server listens.</param>
internal sealed class AccessGate(AccessKeys keys, int port)
{
    /// <summary>Name of the field in which a form carries its key.</summary>
    public const string FormField = "key";

    /// <summary>Name of the parameter in which the printed address carries its token.</summary>
    public const string TokenParameter = "token";

    private const string Policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private readonly string[] _hosts = [Host("127.0.0.1", port), Host("localhost", port)];

    // Cookies know no ports: two servers on one machine must not take each other's.
    private readonly string _cookie = string.Create(CultureInfo.InvariantCulture, $"syncopate-{port}");

    /// <summary>Refuses the request, or lets it through.</summary>
    public async Task PassAsync(HttpContext context, RequestDelegate next)
    {
        Protect(context.Response);
        if (Refusal(context.Request) is { } refusal)
        {
            await RefuseAsync(context, refusal);
        }
        else if (context.Request.Query.TryGetValue(TokenParameter, out Microsoft.Extensions.Primitives.StringValues token))
        {
            await AdmitAsync(context, token);
        }
        else if (!AccessKeys.AreEqual(context.Request.Cookies[_cookie], keys.Session))
        {
            await RefuseAsync(context,
                new(401, "This page is for whoever started it. Open the address that `syncopate serve` printed: it holds a token that "
                    + "changes with every start."));
        }
        else if (await ForgeryAsync(context.Request) is { } forgery)
        {
            await RefuseAsync(context, forgery);
        }
        else
        {
            await next(context);
        }
    }

    private static string Host(string name, int port) => port == 80 ? name : string.Create(CultureInfo.InvariantCulture, $"{name}:{port}");

    private static void Protect(HttpResponse response)
    {
        response.Headers.ContentSecurityPolicy = Policy;
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers.XFrameOptions = "DENY";
        // With no-referrer a browser would not name the origin of our own forms either.
        response.Headers["Referrer-Policy"] = "same-origin";
        response.Headers["Cross-Origin-Opener-Policy"] = "same-origin";
        response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        response.Headers.CacheControl = "no-store";
    }

    /// <summary>What is refused whatever it carries.</summary>
    private Refused? Refusal(HttpRequest request)
    {
        // A name of somebody else that leads here (DNS rebinding) would make this server part of his site.
        if (!_hosts.Contains(request.Host.Value, StringComparer.OrdinalIgnoreCase))
            return new(400, $"This server answers to {_hosts[0]} and to no other name.");
        string? origin = request.Headers.Origin;
        if (origin is not null && !_hosts.Any(host => origin.Equals("http://" + host, StringComparison.OrdinalIgnoreCase)))
            return new(403, "A page of another site may ask nothing here.");
        if (request.Headers["Sec-Fetch-Site"].ToString() is "cross-site" or "same-site" && request.Headers["Sec-Fetch-Mode"] != "navigate")
            return new(403, "A page of another site may ask nothing here.");
        return HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method) || HttpMethods.IsPost(request.Method)
            ? null
            : new(405, "This server knows GET, HEAD and POST.");
    }

    /// <summary>Turns the token of the address into a cookie, so that it stands in no history and in no screenshot.</summary>
    private async Task AdmitAsync(HttpContext context, string? token)
    {
        if (!AccessKeys.AreEqual(token, keys.Token))
        {
            await RefuseAsync(context, new(401, "This token is of another start. Open the address that `syncopate serve` printed last."));
            return;
        }

        CookieOptions ours = new() { HttpOnly = true, SameSite = SameSiteMode.Strict, Path = "/", IsEssential = true };
        context.Response.Cookies.Append(_cookie, keys.Session, ours);
        // Encoded: a browser takes a backslash for a slash, and two of those lead to another site; other letters are none of a header.
        string path = context.Request.Path.ToUriComponent() is { Length: > 0 } asked && !asked.StartsWith("//", StringComparison.Ordinal)
            ? asked : "/";
        // A browser that comes from a page on disk, which --open writes, keeps the cookie back when it is redirected: only
        // a page of ours may lead on.
        if (context.Request.Headers["Sec-Fetch-Site"] == "cross-site")
        {
            context.Response.ContentType = "text/html; charset=utf-8";
            await context.Response.WriteAsync(Html($"""
                <!doctype html><html lang="en"><meta charset="utf-8"><title>syncopate</title>
                <meta http-equiv="refresh" content="0;url={path}"><p><a href="{path}">Go on</a></p></html>
                """).ToString(), context.RequestAborted);
            return;
        }

        context.Response.StatusCode = StatusCodes.Status303SeeOther;
        context.Response.Headers.Location = path;
    }

    /// <summary>A post must be a form of ours; what a foreign page can send without being asked has no key.</summary>
    private async Task<Refused?> ForgeryAsync(HttpRequest request)
    {
        if (!HttpMethods.IsPost(request.Method))
            return null;
        if (request.ContentType?.Split(';')[0].Trim() != "application/x-www-form-urlencoded")
            return new(415, "Posts are forms: application/x-www-form-urlencoded.");
        try
        {
            IFormCollection form = await request.ReadFormAsync(request.HttpContext.RequestAborted);
            return AccessKeys.AreEqual(form[FormField], keys.Form) ? null
                : new(403, "This form is not from this page, or from an earlier start of it. Reload the page and send it again.");
        }
        catch (BadHttpRequestException e)
        {
            return new(e.StatusCode, "This form is too large, or broken.");
        }
        catch (InvalidDataException)
        {
            return new(400, "This form is too large, or broken.");
        }
    }

    private static Task RefuseAsync(HttpContext context, Refused refused)
    {
        context.Response.StatusCode = refused.Status;
        context.Response.ContentType = "text/plain; charset=utf-8";
        return context.Response.WriteAsync(refused.Sentence + "\n", context.RequestAborted);
    }

    private sealed record Refused(int Status, string Sentence);
}
