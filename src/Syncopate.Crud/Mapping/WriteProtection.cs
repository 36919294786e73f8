using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Reflection;

namespace Syncopate.Crud.Mapping;

/// <summary>Members that a form shows and never writes, in the three ways of saying so: NotCopiedBack, ReadOnly(true),
/// Editable(false).</summary>
internal static class WriteProtection
{
    public static bool Covers(ICustomAttributeProvider provider) => provider is MemberInfo member
        && (RecordMembers.Attributes<NotCopiedBackAttribute>(member).Any()
            || RecordMembers.Attributes<ReadOnlyAttribute>(member).Any(found => found.IsReadOnly)
            || RecordMembers.Attributes<EditableAttribute>(member).Any(found => !found.AllowEdit));
}
