namespace Syncopate.Crud.Tests.Databases;

public sealed class SyncCalls : CallForm
{
    public override Task<T> CallAsync<T>(Func<T> synchronous, Func<CancellationToken, Task<T>> asynchronous) => Task.FromResult(synchronous());
}
