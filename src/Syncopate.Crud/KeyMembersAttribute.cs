using System.ComponentModel;

namespace Syncopate.Crud;

/// <summary>On a generated part: the members of the form that have names of a key, and that
/// <see cref="ICopiesTo{TEntity}.CopyTo"/> leaves out. Those that are no key in the model of the context are copied after
/// it. Not to be written by hand.</summary>
/// <param name="names">The members' names.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, Inherited = false)]
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class KeyMembersAttribute(params string[] names) : Attribute
{
    /// <summary>The members' names.</summary>
    public IReadOnlyList<string> Names { get; } = names;
}
