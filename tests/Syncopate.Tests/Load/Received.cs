namespace Syncopate.Tests.Load;

/// <summary>Keeps what is reported, in order, and does something with each at once.</summary>
internal sealed class Received<T>(Action<T>? then = null) : IProgress<T>
{
    private readonly List<T> _values = [];

    public IReadOnlyList<T> Values => _values;

    public void Report(T value)
    {
        _values.Add(value);
        then?.Invoke(value);
    }
}
