namespace TwinsLibrary;

/// <summary>A pair of a type that cannot be made.</summary>
public abstract class Source
{
    public int Read() => 1;

    public Task<int> ReadAsync() => Task.FromResult(1);
}
