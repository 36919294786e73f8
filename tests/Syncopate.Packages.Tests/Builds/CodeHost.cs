using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Syncopate.Packages.Tests.Builds;

/// <summary>What GitHub and GitLab answer to those who comment, on this machine: it takes comments, replaces them, and refuses
/// whoever has another token. One request of theirs has a comment by someone else.</summary>
internal sealed class CodeHost : IAsyncDisposable
{
    public const string Token = "secret-of-the-job";

    private readonly WebApplication _app;
    private readonly List<Comment> _comments = [new Comment(1, "Looks good to me.")]; // One step at a time writes and reads it.

    private CodeHost(WebApplication app) => _app = app;

    public string Address => _app.Urls.Single();

    /// <summary>All that were made, in order.</summary>
    public IReadOnlyList<Comment> Comments => _comments;

    /// <summary>What was uploaded, as text.</summary>
    public string? Uploaded { get; private set; }

    public static async Task<CodeHost> StartAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        WebApplication app = builder.Build();
        CodeHost host = new(app);
        app.Use(host.CheckAsync);
        app.MapGet("/repos/octo/shop/issues/7/comments", () => host._comments);
        app.MapPost("/repos/octo/shop/issues/7/comments", (Said said) => host.Add(said.Body));
        app.MapPatch("/repos/octo/shop/issues/comments/{id:int}", (int id, Said said) => host.Replace(id, said.Body));
        app.MapGet("/projects/42/merge_requests/7/notes", () => host._comments);
        app.MapPost("/projects/42/merge_requests/7/notes", (HttpRequest request) => host.Add(request.Form["body"].ToString()));
        app.MapPut("/projects/42/merge_requests/7/notes/{id:int}", (int id, HttpRequest request) =>
            host.Replace(id, request.Form["body"].ToString()));
        app.MapPost("/projects/42/uploads", async (HttpRequest request) =>
        {
            IFormCollection form = await request.ReadFormAsync();
            using StreamReader reader = new(form.Files.Single().OpenReadStream());
            host.Uploaded = await reader.ReadToEndAsync();
            return new Upload($"![card](/uploads/1/{form.Files.Single().FileName})");
        });
        await app.StartAsync();
        return host;
    }

    public async ValueTask DisposeAsync() => await _app.DisposeAsync();

    private Task CheckAsync(HttpContext context, RequestDelegate next)
    {
        IHeaderDictionary headers = context.Request.Headers;
        if (headers.Authorization == $"Bearer {Token}" || headers["PRIVATE-TOKEN"] == Token)
            return next(context);
        context.Response.StatusCode = StatusCodes.Status403Forbidden;
        return Task.CompletedTask;
    }

    private Comment Add(string body)
    {
        Comment comment = new(_comments.Count + 1, body);
        _comments.Add(comment);
        return comment;
    }

    private Comment Replace(int id, string body) => _comments[id - 1] = new Comment(id, body);

    internal sealed record Comment(int Id, string Body)
    {
        public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Id}: {Body}");
    }

    private sealed record Said(string Body);

    private sealed record Upload(string Markdown);
}
