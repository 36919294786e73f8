namespace TwinsLibrary;

/// <summary>A pair of a type whose argument nobody knows.</summary>
public sealed class Box<T>
{
    public int Weigh() => 1;

    public Task<int> WeighAsync() => Task.FromResult(1);
}
