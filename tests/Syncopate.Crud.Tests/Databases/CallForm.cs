using Xunit;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>Which of the two forms of a call a test makes.</summary>
public abstract class CallForm
{
    public abstract Task<T> CallAsync<T>(Func<T> synchronous, Func<CancellationToken, Task<T>> asynchronous);
}

public sealed class SyncCalls : CallForm
{
    public override Task<T> CallAsync<T>(Func<T> synchronous, Func<CancellationToken, Task<T>> asynchronous) =>
        Task.FromResult(synchronous());
}

public sealed class AsyncCalls : CallForm
{
    public override Task<T> CallAsync<T>(Func<T> synchronous, Func<CancellationToken, Task<T>> asynchronous) =>
        asynchronous(TestContext.Current.CancellationToken);
}
