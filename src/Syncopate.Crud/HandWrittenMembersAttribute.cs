using System.ComponentModel;

namespace Syncopate.Crud;

/// <summary>On a generated part of an <see cref="IWritesTo{TContext, TEntity}"/>: the members of the form that its own code
/// mentions, and so may write. The others are only shown, so a patch of them is refused. Not to be written by hand.</summary>
/// <param name="names">The members' names.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, Inherited = false)]
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class HandWrittenMembersAttribute(params string[] names) : Attribute
{
    /// <summary>The members' names.</summary>
    public IReadOnlyList<string> Names { get; } = names;
}
