namespace TwinsLibrary;

/// <summary>A pair of a type that is made with something.</summary>
public sealed class Orders(string connection)
{
    public string Open() => connection;

    public Task<string> OpenAsync() => Task.FromResult(connection);
}
