using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>Routes compared inside a test, as a user's test has them.</summary>
[Trait("Judges", "time")]
public sealed class EndpointMeasureTests
{
    [Fact]
    public async Task A_test_asserts_on_the_verdict_of_two_routes()
    {
        FormsResult result = await Endpoints.Of(Build, "/sync", "/async").Users(40).Budget(TimeSpan.FromSeconds(15))
            .MeasureAsync(cancellationToken: TestContext.Current.CancellationToken);

        Assert.NotEqual(Verdict.Loss, result.Verdict);
        Assert.Equal(["/sync", "/async"], result.Forms.Select(f => f.Name));
        Assert.All(result.Forms, form => Assert.Equal(0, form.Failed));
        Assert.All(result.Forms, form => Assert.True(form.Calls > 0 && form.Threads > 0));
        Assert.All(result.Forms, form => Assert.True(form.Mean >= TimeSpan.FromMilliseconds(19)));
        result.EnsureNotSlower(5.Percent());
        string page = await File.ReadAllTextAsync(result.Report, TestContext.Current.CancellationToken);
        Assert.Contains("The app and the users that asked it ran in one process", page, StringComparison.Ordinal);
        Directory.Delete(Path.GetDirectoryName(result.Report)!, recursive: true);
    }

    [Fact]
    public async Task A_route_that_is_not_there_fails_the_test_in_words()
    {
        FormsException thrown = await Assert.ThrowsAsync<FormsException>(() => Endpoints.Of(Build(), "/sync", "/nowhere")
            .Budget(TimeSpan.FromSeconds(10)).MeasureAsync(cancellationToken: TestContext.Current.CancellationToken));

        Assert.Contains("Async answered 404", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_runs_already_is_refused_in_words()
    {
        await using WebApplication app = Build();
        app.Urls.Add("http://127.0.0.1:0");
        await app.StartAsync(TestContext.Current.CancellationToken);

        FormsException thrown = await Assert.ThrowsAsync<FormsException>(() => Endpoints.Of(app, "/sync", "/async")
            .MeasureAsync(cancellationToken: TestContext.Current.CancellationToken));

        Assert.Contains("built and not started", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_makes_no_sense_is_refused_at_once()
    {
        EndpointSet routes = Endpoints.Of(Build, "/sync", "/async");

        Assert.Throws<ArgumentException>(() => Endpoints.Of(Build, "sync", "/async"));
        Assert.Throws<ArgumentException>(() => routes.Header("Not a name", "x"));
        Assert.Throws<InvalidOperationException>(() => routes.Parallel("/a").Parallel("/b"));
        Assert.Throws<ArgumentOutOfRangeException>(() => routes.Users(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => routes.Budget(TimeSpan.FromSeconds(9)));
    }

    private static WebApplication Build()
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        WebApplication app = builder.Build();
        app.MapGet("/sync", () =>
        {
            Thread.Sleep(20);
            return "customer 7";
        });
        app.MapGet("/async", async (CancellationToken token) =>
        {
            await Task.Delay(20, token);
            return "customer 7";
        });
        return app;
    }
}
