using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Syncopate.Crud.AspNetCore;
using Xunit;

namespace Syncopate.Crud.Tests.AspNetCore;

public sealed class ProblemsTests
{
    public static TheoryData<Outcome, int, string> Statuses => new()
    {
        { Outcome.Invalid, 400, "One or more validation errors occurred." },
        { Outcome.NotFound, 404, "Not found" },
        { Outcome.Conflict, 409, "Changed by somebody else" },
        { Outcome.Unavailable, 503, "Not available now" },
    };

    [Theory, MemberData(nameof(Statuses))]
    public void Each_outcome_has_its_status(Outcome outcome, int status, string title)
    {
        ProblemDetails problem = Of(outcome).ToProblem();

        Assert.Equal((status, title, "Because."), (problem.Status, problem.Title, problem.Detail));
    }

    [Theory, MemberData(nameof(Statuses))]
    public async Task A_controller_answers_with_the_status_and_the_problem(Outcome outcome, int status, string title)
    {
        (int Status, string? ContentType, JsonElement Body) answer = await AnswerAsync(Of(outcome).ToActionResult().Result!);

        Assert.Equal(
            (status, status, title),
            (answer.Status, answer.Body.GetProperty("status").GetInt32(), answer.Body.GetProperty("title").GetString()));
        Assert.StartsWith("application/problem+json", answer.ContentType, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Errors_are_listed_by_member_in_a_controller_and_in_an_endpoint()
    {
        Result<int> result = Result.Invalid<int>(new("Title", "Too long."), new("Title", "Taken."), new("", "Not today."));

        (int Status, string? ContentType, JsonElement Body) ofController = await AnswerAsync(result.ToActionResult().Result!);
        (int Status, string? ContentType, JsonElement Body) ofEndpoint = await AnswerAsync(Results.Problem(result.ToProblem()));

        Assert.Equal("""{"Title":["Too long.","Taken."],"":["Not today."]}""", ofController.Body.GetProperty("errors").GetRawText());
        Assert.Equal(ofController.Body.GetProperty("errors").GetRawText(), ofEndpoint.Body.GetProperty("errors").GetRawText());
        Assert.Equal((400, 400), (ofController.Status, ofEndpoint.Status));
    }

    [Fact]
    public async Task An_answer_holds_neither_the_cause_nor_the_values_of_others()
    {
        Result<int> result = Result.Conflict<int>(
            "Because.",
            new Dictionary<string, object?> { ["Salary"] = 4711 },
            new InvalidOperationException("Password=hunter2"));

        string text = (await AnswerAsync(result.ToActionResult().Result!)).Body.GetRawText();

        Assert.DoesNotContain("4711", text, StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_that_is_done_answers_with_its_value_or_as_told()
    {
        Assert.Equal(7, Assert.IsType<OkObjectResult>(Result.Done(7).ToActionResult().Result).Value);
        Assert.Equal(201, Assert.IsType<StatusCodeResult>(Result.Done(7).ToActionResult(_ => new StatusCodeResult(201))).StatusCode);
        Assert.IsType<ObjectResult>(Of(Outcome.NotFound).ToActionResult(_ => new StatusCodeResult(201)));
    }

    [Fact]
    public void A_problem_of_a_result_that_is_done_is_the_programmers_mistake() =>
        Assert.Throws<InvalidOperationException>(() => Result.Done(7).ToProblem());

    private static Result<int> Of(Outcome outcome) => outcome switch
    {
        Outcome.Invalid => Result.Invalid<int>(new CrudError("Title", "Because.")),
        Outcome.NotFound => Result.NotFound<int>("Because."),
        Outcome.Conflict => Result.Conflict<int>("Because."),
        _ => Result.Unavailable<int>("Because."),
    };

    private static Task<(int Status, string? ContentType, JsonElement Body)> AnswerAsync(ActionResult result) =>
        AnswerAsync(context => result.ExecuteResultAsync(new ActionContext { HttpContext = context }));

    private static Task<(int Status, string? ContentType, JsonElement Body)> AnswerAsync(IResult result) =>
        AnswerAsync(result.ExecuteAsync);

    private static async Task<(int Status, string? ContentType, JsonElement Body)> AnswerAsync(Func<HttpContext, Task> execute)
    {
        await using ServiceProvider services = new ServiceCollection().AddLogging().AddControllers().Services.BuildServiceProvider();
        DefaultHttpContext context = new() { RequestServices = services };
        using MemoryStream body = new();
        context.Response.Body = body;

        await execute(context);

        using JsonDocument document = JsonDocument.Parse(body.ToArray());
        return (context.Response.StatusCode, context.Response.ContentType, document.RootElement.Clone());
    }
}
