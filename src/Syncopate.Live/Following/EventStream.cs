using System.Globalization;
using Microsoft.AspNetCore.Http;
using Syncopate.Journaling;
using Syncopate.Live.Results;
using Syncopate.Running.Showing;

namespace Syncopate.Live.Following;

/// <summary>A run as Server-Sent Events: the lines of its file, as they come. The id of an event is the run and the place
/// in the file, so that a page that comes back goes on where it was, whichever server it asks; and a page that is slow
/// reads later, and holds nothing up: there is no queue that could grow.</summary>
internal sealed class EventStream(ResultStore store, TimeProvider time)
{
    private const int MostWatchers = 16;

    // What a page that opens anew, or was hidden for long, is sent of the requests before: the last seconds.
    private const int FreshBytes = 256 * 1024;
    private const int ChunkBytes = 64 * 1024;

    // Where a line has come, the next one is some time away; where it has not, it is close, unless nothing is told for long.
    private const int QuickLooks = 25;

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(80);
    private static readonly TimeSpan Calm = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Ask = TimeSpan.FromSeconds(2); // Whether a process is there costs more than a look at a file.
    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(10);

    private int _watchers;

    /// <summary>Sends until the run is over or the page has gone.</summary>
    public async Task SendAsync(HttpContext context)
    {
        if (store.Find(context.Request.Query["result"]) is not { } entry)
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return;
        }

        if (HttpMethods.IsHead(context.Request.Method))
        {
            // A page asks so whether it would be answered: an event source does not report why it was not.
            context.Response.StatusCode = Volatile.Read(ref _watchers) < MostWatchers ? StatusCodes.Status200OK
                : StatusCodes.Status503ServiceUnavailable;
            return;
        }

        if (Interlocked.Increment(ref _watchers) > MostWatchers)
        {
            Interlocked.Decrement(ref _watchers);
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }

        try
        {
            context.Response.ContentType = "text/event-stream";
            await SendAsync(context.Response, entry, Place(context.Request, entry), context.RequestAborted);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The page has gone; the run goes on.
        }
        finally
        {
            Interlocked.Decrement(ref _watchers);
        }
    }

    /// <summary>Where a page that comes back was, as the browser tells it or, after it was hidden, the page itself; null for one that is
    /// new, or was at another run.</summary>
    private static long? Place(HttpRequest request, ResultEntry entry)
    {
        string header = request.Headers["Last-Event-ID"].ToString();
        string[] words = (header.Length > 0 ? header : request.Query["from"].ToString()).Split('@');
        return words is [var run, var place] && run == Uri.EscapeDataString(entry.Name)
            && long.TryParse(place, NumberStyles.None, CultureInfo.InvariantCulture, out long offset) ? offset : null;
    }

    private async Task SendAsync(HttpResponse response, ResultEntry entry, long? from, CancellationToken cancellationToken)
    {
        await response.WriteAsync("retry: 700\n\n", cancellationToken);
        FileInfo feed = new(Path.Combine(entry.Folder, LiveFeed.FileName));
        try
        {
            // A run makes a file. A link may lead anywhere, and a pipe waits for who writes into it.
            if (feed.LinkTarget is null && RegularFile.Is(feed.FullName))
            {
                await using FileStream file = new(feed.FullName, FileMode.Open, FileAccess.Read,
                    FileShare.ReadWrite | FileShare.Delete, ChunkBytes, useAsync: true);
                await FollowAsync(response, file, entry, from, cancellationToken);
            }
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            // It is over, or was never told.
        }

        await response.WriteAsync("event: over\ndata: {}\n\n", cancellationToken);
        await response.Body.FlushAsync(cancellationToken);
    }

    private async Task FollowAsync(HttpResponse response, FileStream file, ResultEntry entry, long? from,
        CancellationToken cancellationToken)
    {
        long offset = from is { } place && place <= file.Length ? place : 0;
        long fresh = Math.Max(offset, file.Length - FreshBytes);
        EventLines lines = new(response.BodyWriter, Uri.EscapeDataString(entry.Name), fresh);
        byte[] bytes = new byte[ChunkBytes];
        int held = 0;
        long spoken = time.GetTimestamp();
        long asked = 0;
        bool ended = false;
        int looks = 0;
        while (true)
        {
            // Asked before the reading, so that what it wrote last is read. Its file is gone when it ended in order.
            ended = ended || !File.Exists(file.Name);
            if (!ended && time.GetElapsedTime(asked) > Ask)
            {
                RunningProcess? process = RunningProcess.In(entry.Folder);
                ended = process is null;
                asked = time.GetTimestamp();
                if (process is { IsDrawn: true })
                    LeaveSign(entry.Folder);
            }

            file.Position = offset + held;
            int count = file.Length > offset + held ? await file.ReadAsync(bytes.AsMemory(held), cancellationToken) : 0;
            // What is held is less than a line: without more of it there is none.
            int sent = count > 0 ? lines.Write(bytes.AsSpan(0, held + count), offset) : 0;
            bool isBeat = time.GetElapsedTime(spoken) > Heartbeat;
            if (sent > 0 || isBeat)
            {
                if (sent == 0)
                    await response.WriteAsync(": still here\n\n", cancellationToken);
                await response.Body.FlushAsync(cancellationToken);
                spoken = time.GetTimestamp();
            }

            offset += sent;
            held += count - sent;
            bytes.AsSpan(sent, held).CopyTo(bytes);
            if (held == bytes.Length)
                (offset, held) = (offset + held, 0); // No line of ours is so long.
            looks = count > 0 ? 0 : looks + 1;
            if (count == 0 && ended)
            {
                RemoveSign(entry.Folder);
                return;
            }

            bool isClose = looks is > 0 and <= QuickLooks;
            if (!ended && file.Length <= offset + held)
                await Task.Delay(isClose ? Look : Calm, time, cancellationToken);
        }
    }

    /// <summary>Tells the run that somebody follows it: it tells nothing of its requests else.</summary>
    private static void LeaveSign(string folder)
    {
        string path = Path.Combine(folder, LiveFeed.FollowedName);
        try
        {
            // A new file alone: a link may lead anywhere.
            if (!File.Exists(path))
                File.Open(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete).Dispose();
        }
        catch (Exception e) when (e is IOException and not DirectoryNotFoundException or UnauthorizedAccessException)
        {
            // Its dots are missing then; its verdict is told nevertheless.
        }

        // A run in order removes what it tells, and then this: where the first is still there, the second is still to come.
        if (!File.Exists(Path.Combine(folder, LiveFeed.FileName)))
            RemoveSign(folder);
    }

    /// <summary>Removes what may have been made after the run had ended and removed its own.</summary>
    private static void RemoveSign(string folder)
    {
        try
        {
            File.Delete(Path.Combine(folder, LiveFeed.FollowedName));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is an empty file, which goes with its result.
        }
    }
}
