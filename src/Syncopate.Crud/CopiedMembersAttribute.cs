using System.ComponentModel;

namespace Syncopate.Crud;

/// <summary>On a generated <see cref="ICopiesTo{TEntity}.CopyTo"/>: the members of the form that it copies. What it leaves out is
/// only shown, so a patch of that is refused. Not to be written by hand.</summary>
/// <param name="names">The members' names.</param>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class CopiedMembersAttribute(params string[] names) : Attribute
{
    /// <summary>The members' names.</summary>
    public IReadOnlyList<string> Names { get; } = names;
}
