using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Reading;

/// <summary>Stands where an entity has no key that could be asked for.</summary>
internal sealed class RefusedKeyQuery<TResult>(string refusal) : KeyQuery<TResult>
    where TResult : class
{
    public override TResult Read(DbContext context, Key key) => throw new InvalidOperationException(refusal);

    public override Task<TResult?> ReadAsync(DbContext context, Key key, CancellationToken cancellationToken) => throw new InvalidOperationException(refusal);
}
