using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Reflection;

namespace Syncopate.Crud.Mapping;

/// <summary>Members that a form shows and never writes, in the three ways of saying so: NotCopiedBack, ReadOnly(true),
/// Editable(false).</summary>
internal static class WriteProtection
{
    public static bool Covers(ICustomAttributeProvider member) =>
        member.IsDefined(typeof(NotCopiedBackAttribute), inherit: true)
        || member.GetCustomAttributes(typeof(ReadOnlyAttribute), inherit: true) is [ReadOnlyAttribute { IsReadOnly: true }]
        || member.GetCustomAttributes(typeof(EditableAttribute), inherit: true) is [EditableAttribute { AllowEdit: false }];
}
