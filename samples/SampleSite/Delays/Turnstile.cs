using System.Diagnostics.CodeAnalysis;

namespace SampleSite.Delays;

/// <summary>Lets one visitor through at a time, in both forms. Any thread may come; each form has a gate of its own.</summary>
[SuppressMessage("ApiDesign", "RS0030", Justification = "The sync form is the specimen of a lock that is held while its thread sleeps.")]
public sealed class Turnstile : IDisposable
{
    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _awaitedGate = new(1);

    public void Pass(int milliseconds)
    {
        lock (_gate)
            Thread.Sleep(milliseconds);
    }

    public async Task PassAsync(int milliseconds, CancellationToken token)
    {
        await _awaitedGate.WaitAsync(token);
        try
        {
            await Task.Delay(milliseconds, token);
        }
        finally
        {
            _awaitedGate.Release();
        }
    }

    public void Dispose() => _awaitedGate.Dispose();
}
