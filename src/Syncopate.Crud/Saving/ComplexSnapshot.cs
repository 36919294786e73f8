using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>Which complex values an entity held when a call began, where any of them may be null. EF Core puts back columns alone: it
/// fails where the value that had them is null now, and one that was null stays, and is written with the next save.</summary>
internal sealed class ComplexSnapshot
{
    private readonly IComplexProperty[] _members; // Each before those inside it.
    private readonly object?[] _values; // One for each of them; null also for what lies inside one that was null.

    private ComplexSnapshot(IComplexProperty[] members, object entity)
    {
        _members = members;
        _values = new object?[members.Length];
        for (int i = 0; i < members.Length; i++)
            _values[i] = Value(members[i], entity);
    }

    /// <param name="members">Those of its type that are kept.</param>
    /// <param name="entity">As it is now.</param>
    /// <returns>Null where none is kept, as of most types: a context may track thousands of rows.</returns>
    public static ComplexSnapshot? Of(IComplexProperty[] members, object entity) =>
        members.Length == 0 ? null : new ComplexSnapshot(members, entity);

    /// <summary>All of a type, for one that must not be null may hold one that may; none where none may be.</summary>
    public static IComplexProperty[] Kept(IEntityType type)
    {
        IComplexProperty[] members = [.. MemberEntries.ComplexWithin(type)];
        return Array.Exists(members, member => member.IsNullable) ? members : [];
    }

    /// <summary>True where one is there that was not, or the other way round, which its columns need not show.</summary>
    public bool HasChanged(object entity)
    {
        for (int i = 0; i < _members.Length; i++)
            if ((Value(_members[i], entity) is null) != (_values[i] is null))
                return true;
        return false;
    }

    /// <summary>Without a word to EF Core. Of what an object holds only the complex values in it are put back, of a struct all.</summary>
    public void Restore(object entity)
    {
        for (int i = 0; i < _members.Length; i++)
            if (!ReferenceEquals(Value(_members[i], entity), _values[i]))
                Set(_members[i], entity, _values[i]);
    }

    /// <summary>Puts an empty one wherever there is none, for EF Core to put original values into. <see cref="Restore"/> comes next.
    /// </summary>
    public void Fill(object entity)
    {
        foreach (IComplexProperty member in _members)
            if (Value(member, entity) is null)
                Set(member, entity, RuntimeHelpers.GetUninitializedObject(member.ComplexType.ClrType));
    }

    private static object? Value(IComplexProperty member, object entity) =>
        member.GetGetter().GetClrValueUsingContainingEntity(entity);

    /// <summary>Not into one that is null itself. A struct has been changed in a copy, which goes back as a whole.</summary>
    private static void Set(IComplexProperty member, object entity, object? value)
    {
        IComplexProperty? owner = (member.DeclaringType as IComplexType)?.ComplexProperty;
        if ((owner is null ? entity : Value(owner, entity)) is not { } holder)
            return;

        Members.Set(member.GetMemberInfo(forMaterialization: false, forSet: true), holder, value);
        if (owner is not null && holder is ValueType)
            Set(owner, entity, holder);
    }
}
