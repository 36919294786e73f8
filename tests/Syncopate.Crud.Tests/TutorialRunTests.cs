using System.Net;
using System.Net.Http.Json;
using System.Reflection;
using System.Text.Json.Nodes;
using FeedService.Database;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Syncopate.Crud.Tests.BothForms;
using Xunit;

namespace Syncopate.Crud.Tests;

/// <summary>Runs docs/crud.md: its blocks of statements on a database, and all of it as the program that it says how to write.</summary>
[Collection(nameof(AloneInTheProcess))]
[Trait("Judges", "behaviour")]
public sealed class TutorialRunTests
{
    [Fact]
    public async Task Every_block_of_statements_runs_as_it_stands()
    {
        Tutorial tutorial = await Tutorial.LoadAsync();

        foreach (MethodInfo block in tutorial.Blocks)
            await RunAsync(tutorial, block);

        Assert.InRange(tutorial.Blocks.Count, 10, 40);
    }

    [Fact]
    public async Task The_program_answers_and_of_two_users_the_second_is_told()
    {
        Tutorial tutorial = await Tutorial.LoadAsync();
        using SqliteConnection database = Database();
        await using TutorialProgram program = await TutorialProgram.StartAsync(tutorial, database.ConnectionString);
        var (web, token) = (program.Client, TestContext.Current.CancellationToken);

        using HttpResponseMessage invalid = await web.PostAsJsonAsync("/api/posts", new { blogId = 1, tagIds = (int[])[1] }, token);
        using HttpResponseMessage created = await web.PostAsJsonAsync(
            "/api/posts", new { title = "First", text = "x", blogId = 1, tagIds = (int[])[1, 2] }, token);
        int id = await created.Content.ReadFromJsonAsync<int>(token);
        var (first, second) = (await FormAsync(web, id), await FormAsync(web, id));
        (first["title"], second["title"]) = ("By the first", "By the second");
        using HttpResponseMessage saved = await web.PutAsJsonAsync($"/api/posts/{id}", first, token);
        using HttpResponseMessage late = await web.PutAsJsonAsync($"/api/posts/{id}", second, token);
        using HttpResponseMessage patched = await web.PatchAsJsonAsync(
            $"/api/posts/{id}", (object[])[new { op = "replace", path = "/text", value = "y" }], token);
        JsonObject? shown = await web.GetFromJsonAsync<JsonObject>($"/api/posts/{id}", token);

        Assert.Equal(HttpStatusCode.BadRequest, invalid.StatusCode);
        Assert.Contains("Title", await invalid.Content.ReadAsStringAsync(token), StringComparison.Ordinal);
        Assert.Equal(
            [HttpStatusCode.Created, HttpStatusCode.NoContent, HttpStatusCode.Conflict, HttpStatusCode.NoContent],
            [created.StatusCode, saved.StatusCode, late.StatusCode, patched.StatusCode]);
        Assert.Equal(("By the first", 2, "News"), ((string?)shown?["title"], (int?)shown?["tagsCount"] ?? 0, (string?)shown?["blogName"]));
    }

    private static async Task<JsonObject> FormAsync(HttpClient web, int id) =>
        await web.GetFromJsonAsync<JsonObject>($"/api/posts/{id}/form", TestContext.Current.CancellationToken)
            ?? throw new InvalidOperationException("No form came.");

    /// <summary>On the rows that its numbers mean: posts up to 7, blogs up to 4.</summary>
    private static async Task RunAsync(Tutorial tutorial, MethodInfo block)
    {
        await using SqliteConnection database = Database();
        await using ServiceProvider services = tutorial.Services(database.ConnectionString);
        await using AsyncServiceScope scope = services.CreateAsyncScope();
        DbContext context = (DbContext)scope.ServiceProvider.GetRequiredService(tutorial.Type("BlogContext"));
        await context.Database.EnsureCreatedAsync(TestContext.Current.CancellationToken);
        await context.Database.ExecuteSqlAsync($"""
            INSERT INTO "Blogs" ("Id", "Name") VALUES (1, 'News'), (2, 'Drafts'), (3, 'Old'), (4, 'New');
            INSERT INTO "Tags" ("Id", "Name") VALUES (1, 'async');
            INSERT INTO "Posts" ("Id", "Title", "Text", "BlogId", "Version")
                VALUES (1, 'All of async', 'One two', 1, 1), (7, 'Seventh', 'x', 1, 1);
            INSERT INTO "PostTag" ("PostsId", "TagsId") VALUES (7, 1);
            """, TestContext.Current.CancellationToken);

        IEnumerable<object?> arguments = block.GetParameters().Select(parameter => parameter.Name switch
        {
            "token" => TestContext.Current.CancellationToken,
            "connection" => database.ConnectionString,
            "args" => Array.Empty<string>(),
            "form" => Activator.CreateInstance(parameter.ParameterType),
            _ => scope.ServiceProvider.GetRequiredService(parameter.ParameterType),
        });
        await (Task)block.Invoke(null, [.. arguments])!;
    }

    /// <summary>In memory, as long as this connection to it is open.</summary>
    private static SqliteConnection Database()
    {
        SystemSqlite.Use();
        SqliteConnection connection = new($"Data Source=tutorial-{Guid.NewGuid():n};Mode=Memory;Cache=Shared;Foreign Keys=True");
        connection.Open();
        return connection;
    }
}
