using Xunit;

namespace Syncopate.Crud.Tests.Databases;

public sealed class AsyncCalls : CallForm
{
    public override Task<T> CallAsync<T>(Func<T> synchronous, Func<CancellationToken, Task<T>> asynchronous) => asynchronous(TestContext.Current.CancellationToken);
}
