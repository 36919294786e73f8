namespace Syncopate.Crud.Tests.Databases;

/// <summary>Which of the two forms of a call a test makes.</summary>
public abstract class CallForm
{
    public abstract Task<T> CallAsync<T>(Func<T> synchronous, Func<CancellationToken, Task<T>> asynchronous);
}
