namespace Syncopate.Crud;

/// <summary>On a list of a form: it is read from the keys of the rows in a relation of the entity, as <c>TagIds</c> from <c>Tags</c>. So a form shows what is chosen now, and a patch of another member
/// leaves it as it is. <see cref="IWritesTo{TContext, TEntity}"/> writes it back.</summary>
/// <param name="relation">A collection of the entity whose rows have a key of one column, as in <c>nameof(Post.Tags)</c>.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ReadsKeysAttribute(string relation) : Attribute
{
    /// <summary>The name of a collection of the entity.</summary>
    public string Relation { get; } = relation;
}
