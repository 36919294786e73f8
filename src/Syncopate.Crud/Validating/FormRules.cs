using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Runtime.CompilerServices;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Validating;

/// <summary>What the types of a form promise and JSON does not keep: a client can send null for a list or a text that
/// cannot be null, and whoever reads it then breaks.</summary>
internal sealed class FormRules
{
    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<Type, FormRules> Known = [];

    private readonly (PropertyInfo Member, Func<object, object?> Value)[] _needed;
    private readonly (string Name, Func<object, object?> Value)[] _nested;

    private FormRules(Type type)
    {
        NullabilityInfoContext nullability = new();
        List<PropertyInfo> members = type.GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(member => member is { CanRead: true, SetMethod.IsPublic: true, PropertyType.IsValueType: false })
            .Where(member => member.GetIndexParameters().Length == 0)
            .ToList();

        // A rule of the form's own has words of its own.
        _needed =
        [
            .. members
                .Where(member => !RecordMembers.Attributes<RequiredAttribute>(member).Any())
                .Where(member => nullability.Create(member).WriteState == NullabilityState.NotNull)
                .Select(member => (member, Members.Getter(member))),
        ];
        _nested =
        [
            .. members
                .Where(member => ObjectRules.IsForm(member.PropertyType))
                .Select(member => (member.Name, Members.Getter(member))),
        ];
    }

    public static FormRules Of(Type type) => Known.GetValue(type, static type => new FormRules(type));

    /// <param name="form">Of the type of these rules.</param>
    /// <param name="prefix">Comes before the members' names in the errors.</param>
    /// <param name="errors">Takes what is missing.</param>
    public void Check(object form, string prefix, List<CrudError> errors)
    {
        foreach (var (member, value) in _needed)
            if (value(form) is null)
                errors.Add(new CrudError(prefix + member.Name, $"{EntityName.Capitalised(member)} must not be empty."));
        foreach (var (name, value) in _nested)
            if (value(form) is { } nested)
                Of(nested.GetType()).Check(nested, $"{prefix}{name}.", errors);
    }
}
