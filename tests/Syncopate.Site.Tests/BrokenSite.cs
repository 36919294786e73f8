using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Syncopate.Site.Tests;

/// <summary>
/// A specimen, never to be copied: a small twin of the sample site in which every fault is made that the sample site
/// must not have. An attack that does not succeed here would not notice a hole there. Text goes into pages and statements as it comes,
/// whoever asks is believed, nothing is limited.</summary>
[SuppressMessage("Security", "CA2100", Justification = "Statements put together from what a visitor sends are one of the faults.")]
internal sealed class BrokenSite : IAsyncDisposable
{
    private const int Longest = 10_000;

    private readonly WebApplication _site;
    private readonly SqliteConnection _database = new("Data Source=:memory:");
    private readonly Lock _turn = new(); // Guards the connection and the actions.
    private readonly List<string> _actions = [];

    private BrokenSite()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.Configure<KestrelServerOptions>(static kestrel => kestrel.Limits.MaxRequestBodySize = null);
        _site = builder.Build();
        _database.Open();
        Execute("""CREATE TABLE "Tags" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Slug" TEXT, "Version" INTEGER DEFAULT 1, "LastUpdated" TEXT DEFAULT '2026')""");
        Execute("""INSERT INTO "Tags" ("Name", "Slug") VALUES ('Async', 'async'), ('Threads', 'threads'), ('Web', 'web')""");
        MapPages();
    }

    public Uri Address => new(_site.Urls.First());

    public static async Task<BrokenSite> StartAsync()
    {
        BrokenSite site = new BrokenSite();
        await site._site.StartAsync();
        return site;
    }

    public async ValueTask DisposeAsync()
    {
        await _site.DisposeAsync();
        await _database.DisposeAsync();
    }

    private void MapPages()
    {
        // Tells everything, to everybody, in the visitor's own words.
        _site.Use(async (context, next) =>
        {
            context.Response.Headers.AccessControlAllowOrigin = context.Request.Headers.Origin;
            context.Response.Cookies.Append("session", "1");
            try
            {
                await next(context);
            }
            catch (Exception e) when (e is SqliteException or InvalidOperationException or IOException or FormatException or InvalidDataException)
            {
                context.Response.StatusCode = 500;
                await context.Response.WriteAsync($"<p>{context.Request.Path}</p><pre>{e}</pre>");
            }
        });
        _site.MapGet("/", () => Page("<a href=\"/tags/sync\">Tags</a><a href=\"/actions\">Actions</a>"));
        _site.MapGet("/tags/sync", List);
        _site.MapGet("/tags/sync/create", () => Page(Form("/tags/sync/create", "", "")));
        _site.MapPost("/tags/sync/create", (Delegate)CreateAsync);
        _site.MapGet("/tags/sync/{id}", Detail);
        _site.MapGet("/tags/sync/{id}/edit", (string id) => Page(Form($"/tags/sync/{id}/edit", Value(id, "Name"), Value(id, "Slug"))));
        _site.MapPost("/tags/sync/{id}/edit", UpdateAsync);
        _site.MapGet("/actions", () => Page("<form method=\"post\" action=\"/actions/background\"><input name=\"milliseconds\" type=\"number\" value=\"1\"></form>" + string.Concat(_actions)));
        _site.MapPost("/actions/background", StartAction);
        _site.MapGet("/actions/{id}", (string id) => Page($"Action {id}<form method=\"post\" action=\"/actions/{id}/cancel\"></form>"));
        _site.MapGet("/actions/{id}/events", (string id) => Page($"Action {id}"));
        _site.MapPost("/actions/{id}/cancel", (string id) => Results.Redirect($"/actions/{id}"));
        _site.MapPost("/data/reset", () => Results.NoContent());
    }

    private IResult List(string? find, string? sort)
    {
        List<string[]> rows = Read($"""SELECT "Id", "Name" FROM "Tags" WHERE "Name" LIKE '%{find}%' ORDER BY {sort ?? "\"Name\""}""");
        return Page($"<p>{find}</p><table>{string.Concat(rows.Select(static row => $"<tr><th scope=\"row\"><a href=\"/tags/sync/{row[0]}\">{row[1]}</a></th></tr>"))}</table><a href=\"/tags/sync/create\">New</a>");
    }

    private IResult Detail(string id) =>
        Page($"<h1>{Value(id, "Name")}</h1><time datetime=\"{Value(id, "LastUpdated")}\"></time><a href=\"/tags/sync/{id}/edit\">Edit</a>");

    private async Task<IResult> CreateAsync(HttpContext context)
    {
        List<(string Name, string Value)> fields = await FieldsAsync(context);
        if (fields.FirstOrDefault(static field => field.Value.Length > Longest) is { Value: { } tooLong })
            return Page($"<p>Too long: {tooLong}</p>");

        Execute($"INSERT INTO \"Tags\" ({string.Join(", ", fields.Select(static field => field.Name))}) VALUES ({string.Join(", ", fields.Select(static field => $"'{field.Value}'"))})");
        return Redirect(context, $"/tags/sync/{Read("SELECT max(\"Id\") FROM \"Tags\"")[0][0]}");
    }

    private async Task<IResult> UpdateAsync(HttpContext context, string id)
    {
        foreach (var (name, value) in await FieldsAsync(context))
            Execute($"UPDATE \"Tags\" SET {name} = '{value}' WHERE \"Id\" = {id}");
        return Redirect(context, $"/tags/sync/{id}");
    }

    private IResult StartAction(HttpContext context)
    {
        lock (_turn)
        {
            _actions.Add($"<a href=\"/actions/{_actions.Count + 1}\">Action</a>");
            return Redirect(context, $"/actions/{_actions.Count}");
        }
    }

    // Every column that the table has may be named.
    private static async Task<List<(string Name, string Value)>> FieldsAsync(HttpContext context)
    {
        string text = await new StreamReader(context.Request.Body).ReadToEndAsync();
        return [.. text.Split('&', StringSplitOptions.RemoveEmptyEntries)
            .Select(static pair => pair.Split('=', 2))
            .Select(static pair => (pair[0], Uri.UnescapeDataString(pair[^1].Replace('+', ' '))))
            .Where(static pair => pair.Item1 is "Id" or "Name" or "Slug" or "Version" or "LastUpdated")];
    }

    private static IResult Redirect(HttpContext context, string path) =>
        Results.Redirect(context.Request.Query.TryGetValue("returnUrl", out Microsoft.Extensions.Primitives.StringValues elsewhere) ? elsewhere.ToString() : path);

    private static string Form(string action, string name, string slug) =>
        $"<form method=\"post\" action=\"{action}\"><input name=\"Name\" value=\"{name}\"><input name=\"Slug\" value=\"{slug}\"></form>";

    private static IResult Page(string body) => Results.Text($"<!doctype html><html><body>{body}</body></html>", "text/html");

    private string Value(string id, string column) => Read($"SELECT \"{column}\" FROM \"Tags\" WHERE \"Id\" = {id}").FirstOrDefault()?[0] ?? "";

    private void Execute(string statement) => Read(statement);

    private List<string[]> Read(string statement)
    {
        lock (_turn)
        {
            using SqliteCommand command = _database.CreateCommand();
            command.CommandText = statement;
            using SqliteDataReader reader = command.ExecuteReader();
            List<string[]> rows = [];
            while (reader.Read())
                rows.Add([.. Enumerable.Range(0, reader.FieldCount).Select(column => reader.GetValue(column).ToString() ?? "")]);
            return rows;
        }
    }
}
