namespace Syncopate.Crud.Tests.Actions;

/// <summary>Stands for a context: one for each scope, and disposed with it.</summary>
internal sealed class ScopedThing : IDisposable
{
    public bool IsDisposed { get; private set; }

    public void Dispose() => IsDisposed = true;
}
