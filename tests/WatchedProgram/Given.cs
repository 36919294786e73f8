using Microsoft.AspNetCore.Http;

namespace WatchedProgram;

/// <summary>Async methods that never suspend. Some of them have to return a task because others say so; of one, a
/// reader has to know in which type it stands.</summary>
internal sealed class Given : IAsyncDisposable
{
    /// <summary>Calls all of them.</summary>
    public static async Task CallAsync(int times)
    {
        Given given = new();
        for (int call = 0; call < times; call++)
        {
            await given.InvokeAsync(new DefaultHttpContext());
            await given.DisposeAsync();
            await Free.CompleteAsync(call);
        }
    }

    /// <summary>As middleware of ASP.NET Core has to look.</summary>
    public async Task InvokeAsync(HttpContext context) => await Task.CompletedTask;

    public async ValueTask DisposeAsync() => await Task.CompletedTask;

    /// <summary>Nobody says what its method returns.</summary>
    internal static class Free
    {
        public static async Task<int> CompleteAsync(int value)
        {
            await Task.CompletedTask;
            return value;
        }
    }
}
