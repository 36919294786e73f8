using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Microsoft.EntityFrameworkCore;
using SampleSite.Database;
using Syncopate.Crud;
using Syncopate.Crud.Actions;

namespace SampleSite.Actions;

/// <summary>Counts the words of all posts, slowly: a piece of work that takes as long as it is told to, in both forms.</summary>
[SuppressMessage("ApiDesign", "RS0030", Justification = "The sync form is the specimen of work that holds its thread.")]
public sealed class WordCount(BlogContext context) : IAction<WordCountInput, string>, IAsyncAction<WordCountInput, string>
{
    private const int Steps = 20;

    public Result<string> Run(
        WordCountInput input, IProgress<ActionProgress>? progress = null, CancellationToken token = default)
    {
        for (int step = 1; step <= Steps; step++)
        {
            progress?.Report(ProgressAt(step));
            Thread.Sleep(input.Milliseconds / Steps);
            token.ThrowIfCancellationRequested();
            if (input.Fails && step == Steps / 2)
                return Failure();
        }

        List<string> contents = context.Posts.Select(static post => post.Content).ToList();
        return Counted(contents);
    }

    public async Task<Result<string>> RunAsync(
        WordCountInput input, IProgress<ActionProgress>? progress = null, CancellationToken token = default)
    {
        for (int step = 1; step <= Steps; step++)
        {
            progress?.Report(ProgressAt(step));
            await Task.Delay(input.Milliseconds / Steps, token);
            token.ThrowIfCancellationRequested();
            if (input.Fails && step == Steps / 2)
                return Failure();
        }

        List<string> contents = await context.Posts.Select(static post => post.Content).ToListAsync(token);
        return Counted(contents);
    }

    private static ActionProgress ProgressAt(int step) =>
        new(100 * (step - 1) / Steps, string.Create(CultureInfo.InvariantCulture, $"Reading shelf {step} of {Steps}"));

    private static Result<string> Failure() => Result.Invalid<string>(new CrudError("", "Half of the shelves could not be read, as you asked. Nothing was counted."));

    private static Result<string> Counted(List<string> contents)
    {
        int words = contents.Sum(static content => content.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length);
        string text = string.Create(CultureInfo.InvariantCulture, $"{contents.Count:N0} posts have {words:N0} words.");
        return Result.Done(text, text);
    }
}
