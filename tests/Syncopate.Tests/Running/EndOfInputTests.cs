using System.IO.Pipelines;
using Syncopate.Running.Servers;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>A process that ends with the one that started it, by the pipe between them.</summary>
public sealed class EndOfInputTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task What_is_written_ends_nothing_and_a_writer_that_is_gone_ends_the_work()
    {
        using ManualTime time = new();
        using CancellationTokenSource work = new();
        Pipe pipe = new();
        int exits = 0;
        Task following = new EndOfInput(time, () => exits++).FollowAsync(pipe.Reader.AsStream(), work);

        await pipe.Writer.WriteAsync("a line of more than sixteen characters\n"u8.ToArray(), Token);
        await pipe.Writer.WriteAsync("another\n"u8.ToArray(), Token);
        Assert.False(work.IsCancellationRequested);

        await pipe.Writer.CompleteAsync();
        await time.NextTimerAsync(Token); // It waits for the work, and has cancelled it before.

        Assert.True(work.IsCancellationRequested);
        Assert.Equal(0, exits);
        time.Advance(TimeSpan.FromSeconds(5));
        await following;
        Assert.Equal(1, exits);
    }

    [Fact]
    public async Task Work_that_ends_in_time_is_not_cut_off()
    {
        using ManualTime time = new();
        using CancellationTokenSource work = new();
        Pipe pipe = new();
        Task following = new EndOfInput(time, () => throw new InvalidOperationException("It is cut off."))
            .FollowAsync(pipe.Reader.AsStream(), work);

        await pipe.Writer.CompleteAsync();
        await time.NextTimerAsync(Token);
        time.Advance(TimeSpan.FromSeconds(4.9));

        Assert.True(work.IsCancellationRequested);
        Assert.False(following.IsCompleted);
    }
}
