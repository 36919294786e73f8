using System.Diagnostics;
using Syncopate.Crud;
using Syncopate.Crud.Actions;

namespace SampleSite.Actions;

/// <summary>A word count in the background that tells the tally when its work is done.</summary>
public sealed class TimedWordCount(WordCount wordCount, ActionTally tally) : IAsyncAction<TimedWordCountInput, string>
{
    public async Task<Result<string>> RunAsync(
        TimedWordCountInput input, IProgress<ActionProgress>? progress = null, CancellationToken token = default)
    {
        Result<string> counted = await wordCount.RunAsync(new WordCountInput(input.Milliseconds), progress, token);
        tally.Done(input.Count, Stopwatch.GetElapsedTime(input.Arrived));

        return counted;
    }
}
