using System.Collections.Frozen;
using System.Text;
using Microsoft.AspNetCore.Http;
using Syncopate.Reporting.Drawing;

namespace Syncopate.Live.Pages;

/// <summary>Styles and scripts: files of ours inside the program, and no others.</summary>
internal static class AssetFiles
{
    private const string Prefix = "Syncopate.Live.";

    // The look of the reports, and of what is drawn by their code.
    private static readonly string[] ReportStyles = ["page.css", "load.css", "plan.css"];

    private static readonly FrozenDictionary<string, byte[]> Files = typeof(AssetFiles).Assembly.GetManifestResourceNames()
        .ToFrozenDictionary(name => name[Prefix.Length..], Own)
        .Append(new("page.css", Encoding.UTF8.GetBytes(string.Concat(ReportStyles.Select(PageShell.Asset)))))
        .ToFrozenDictionary();

    /// <summary>Bytes of all scripts together.</summary>
    internal static int ScriptBytes => Files.Where(f => f.Key.EndsWith(".js", StringComparison.Ordinal)).Sum(f => f.Value.Length);

    /// <summary>Sends the one that is asked for.</summary>
    public static Task SendAsync(HttpContext context)
    {
        if (context.Request.RouteValues["name"] is not string name || !Files.TryGetValue(name, out byte[]? bytes))
            return PageFrame.SayAsync(context, 404, "There is no such file.", "The page asks for none that is not there.");
        context.Response.ContentType = name.EndsWith(".js", StringComparison.Ordinal) ? "text/javascript; charset=utf-8"
            : "text/css; charset=utf-8";
        context.Response.ContentLength = bytes.Length;
        return HttpMethods.IsHead(context.Request.Method) ? Task.CompletedTask
            : context.Response.Body.WriteAsync(bytes, context.RequestAborted).AsTask();
    }

    private static byte[] Own(string name)
    {
        using Stream? stream = typeof(AssetFiles).Assembly.GetManifestResourceStream(name);
        using MemoryStream bytes = new();
        stream?.CopyTo(bytes);
        return bytes.ToArray();
    }
}
