using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>One operation, by hand and by the library, in both forms. Each call has a context of its own; <c>number</c>
/// counts the calls of a slice from 0.</summary>
internal abstract class DataOperation(PostDatabase database)
{
    protected PostDatabase Database => database;

    public abstract string Name { get; }

    /// <summary>True when the library is to refuse each call.</summary>
    public virtual bool IsRefused => false;

    /// <summary>True when the calls are about rows that the context tracks already, of which the library asks for more than is asked
    /// for by hand.</summary>
    public virtual bool IsOfTracked => false;

    /// <summary>Brings in what so many calls need. Not timed.</summary>
    public virtual void Prepare(int calls)
    {
    }

    /// <summary>Has a context track the rows of the calls, where these are tracked already. Not timed.</summary>
    public virtual void Load(PostContext context)
    {
    }

    /// <summary>Takes away what the calls left. Not timed.</summary>
    public virtual void Restore()
    {
    }

    public abstract object ByHand(PostContext context, int number);

    public abstract Task<object> ByHandAsync(PostContext context, int number);

    public abstract Result ByCrud(CrudService<PostContext> crud, int number);

    public abstract Task<Result> ByCrudAsync(CrudService<PostContext> crud, int number);

    /// <exception cref="InvalidOperationException">The library answered in another way than the measurement means.</exception>
    public void Check(Result result)
    {
        if (result.IsDone == IsRefused)
            throw new InvalidOperationException($"The library answers '{Name}' in another way than it should: {result}.", result.Cause);
    }

    protected int KeyOf(int number) => database.Keys[number * 37 % database.Keys.Count];
}
