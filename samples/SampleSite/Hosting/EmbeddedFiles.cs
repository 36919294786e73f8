using System.Security.Cryptography;
using Microsoft.Net.Http.Headers;

namespace SampleSite.Hosting;

/// <summary>The style sheet, the icon and the scripts, served out of the program itself: the site needs no folder beside it.</summary>
public static class EmbeddedFiles
{
    /// <summary>Maps them; a browser keeps them and asks again with the tag.</summary>
    public static void MapEmbeddedFiles(this IEndpointRouteBuilder site)
    {
        Map(site, "site.css", "text/css; charset=utf-8");
        Map(site, "favicon.svg", "image/svg+xml");
        Map(site, "favicon.svg", "image/svg+xml", at: "favicon.ico"); // What browsers ask for beside a document that names no icon, such as JSON.
        Map(site, "page-timing.js", "text/javascript; charset=utf-8");
        Map(site, "actions.js", "text/javascript; charset=utf-8");
    }

    private static void Map(IEndpointRouteBuilder site, string name, string contentType, string? at = null)
    {
        // Read and hashed when it is asked for: a site that is measured serves pages only, and the hash alone would
        // load a library of the system at every start.
        Lazy<(byte[] Bytes, EntityTagHeaderValue Tag)> file = new Lazy<(byte[] Bytes, EntityTagHeaderValue Tag)>(() => Read(name));
        site.MapGet("/" + (at ?? name), (HttpResponse response) =>
        {
            response.Headers.CacheControl = "no-cache";
            return TypedResults.Bytes(file.Value.Bytes, contentType, entityTag: file.Value.Tag);
        });
    }

    private static (byte[] Bytes, EntityTagHeaderValue Tag) Read(string name)
    {
        using Stream stream = typeof(EmbeddedFiles).Assembly.GetManifestResourceStream(name)!; // Named in the project file.
        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        return (bytes, new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(bytes))[..16]}\""));
    }
}
