#:package Syncopate@0.2.0
using Syncopate;

// Put the work that you want to know about in the place of these two forms. They must give the same result.
Readings readings = new();
return await Forms.Of("read what others wrote")
    .Sync(() => readings.Read(7))
    .Async(token => readings.ReadAsync(7, token))
    .Users(20)
    .RunAsync(args);

sealed class Readings
{
    public string Read(int id)
    {
        Thread.Sleep(10);
        return $"reading {id}";
    }

    public async Task<string> ReadAsync(int id, CancellationToken token)
    {
        await Task.Delay(10, token);
        return $"reading {id}";
    }
}
