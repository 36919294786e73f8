using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;
using Syncopate.Crud.Actions;

namespace Syncopate.Crud.Tests.Actions;

/// <summary>A log that keeps its exceptions.</summary>
internal sealed class LogLines : ILogger<ActionRunner>
{
    public ConcurrentQueue<Exception?> Exceptions { get; } = new();

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter) =>
        Exceptions.Enqueue(exception);
}
