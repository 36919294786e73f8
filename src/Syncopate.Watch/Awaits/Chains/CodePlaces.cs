using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Syncopate.Running;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Lines of the source at which a process's compiled code lies, from the list of its methods: taken when an address is met that
/// the last one does not have, less and less often. Thread-safe.</summary>
/// <param name="processId">Whose code.</param>
/// <param name="time">What the waits between two lists are measured by.</param>
internal sealed class CodePlaces(int processId, TimeProvider time) : IDisposable
{
    /// <summary>What a session's rundown must bring: assemblies, compiled methods, and which IL their code came from.</summary>
    public const long Rundown = 0x8 | 0x10 | 0x20000;

    private const int BufferMegabytes = 64;
    private static readonly TimeSpan FirstRest = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _end = new();
    private FrameReader? _frames;
    private Task _taking = Task.CompletedTask;
    private TimeSpan _rest = FirstRest;
    private long? _taken;

    /// <summary>The line of the instruction at an address; null when it is not known, or not yet.</summary>
    public SourcePlace? At(ulong address)
    {
        lock (_gate)
        {
            if (_frames?.ReadAt(address) is { } frame)
                return frame is { File: { } file, Line: { } line } ? new SourcePlace(file, line) : null;
            if (_taking.IsCompleted && !_end.IsCancellationRequested && (_taken is not { } last || time.GetElapsedTime(last) >= _rest))
                _taking = TakeAsync();
            return null;
        }
    }

    /// <summary>Reads the methods of a session's rundown.</summary>
    public static void Subscribe(EventPipeEventSource source, MethodMap methods)
    {
        ClrRundownTraceEventParser rundown = new(source);
        rundown.MethodDCStopVerbose += method => methods.AddMethod(method.EventData());
        rundown.MethodILToNativeMapDCStop += map => methods.AddMap(map.EventData());
        rundown.LoaderModuleDCStop += module => methods.AddModule(module.EventData());
    }

    /// <summary>Takes no more lists.</summary>
    public void Dispose()
    {
        _end.Cancel();
        lock (_gate)
            _frames?.Dispose();
    }

    private async Task TakeAsync()
    {
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        MethodMap methods = new();
        try
        {
            // Of a provider that nobody has: the list comes when the session ends.
            EventPipeSessionConfiguration configuration = new(
                [new EventPipeProvider(nameof(CodePlaces), EventLevel.Critical)], BufferMegabytes, Rundown, requestStackwalk: false);
            WatchSession session = await WatchSession.StartAsync(
                processId, configuration, null, source => Subscribe(source, methods), _end.Token).ConfigureAwait(false);
            await session.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (e is TargetFailedException or OperationCanceledException or UnsupportedCommandException)
        {
            // It has ended, or does not report it: there are no lines.
        }

        lock (_gate)
        {
            if (!methods.IsEmpty && !_end.IsCancellationRequested)
            {
                _frames?.Dispose();
                _frames = new FrameReader(methods);
            }

            _rest = _taken is null ? FirstRest : 2 * _rest;
            _taken = time.GetTimestamp();
        }
    }
}
