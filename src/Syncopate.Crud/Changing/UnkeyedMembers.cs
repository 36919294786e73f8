using System.Reflection;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Changing;

/// <summary>Members of a form that have the name of a key, so that the generated copy leaves them out, and are an ordinary
/// column in this model: an Id beside a key that only the context knows of.</summary>
internal sealed class UnkeyedMembers
{
    private readonly List<(PropertyInfo Member, IProperty Column)> _members = [];

    public UnkeyedMembers(IEntityType entity, Type form)
    {
        foreach (string name in form.GetCustomAttribute<KeyMembersAttribute>()?.Names ?? [])
            if (entity.FindProperty(name) is { ValueGenerated: ValueGenerated.Never } column
                && !column.IsPrimaryKey()
                && !column.IsShadowProperty()
                && form.GetProperty(name) is { CanRead: true } member)
                _members.Add((member, column));
    }

    public bool IsEmpty => _members.Count == 0;

    public IEnumerable<string> Names => _members.Select(found => found.Member.Name);

    public void Copy(object form, object entity)
    {
        foreach (var (member, column) in _members)
        {
            object? value = member.GetValue(form);
            if (value is null || ColumnNumber.TryConvert(value, column.ClrType, out value))
                Members.Set(column.GetMemberInfo(forMaterialization: false, forSet: true), entity, value);
        }
    }
}
