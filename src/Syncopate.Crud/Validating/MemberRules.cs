using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Reflection;
using Syncopate.Crud.Reading;

namespace Syncopate.Crud.Validating;

/// <summary>The data annotations of one property.</summary>
internal sealed class MemberRules
{
    private readonly Func<object, object?> _value;
    private readonly string _displayName;
    private readonly ValidationAttribute[] _attributes;

    private MemberRules(PropertyInfo property, ValidationAttribute[] attributes)
    {
        Name = property.Name;
        _value = Getter.Of(property);
        _displayName = property.GetCustomAttribute<DisplayAttribute>()?.GetName() ?? property.GetCustomAttribute<DisplayNameAttribute>()?.DisplayName ?? property.Name;
        _attributes = attributes;
    }

    public string Name { get; }

    /// <summary>Null for a property without annotations.</summary>
    public static MemberRules? Of(PropertyInfo property)
    {
        // Required first, as Validator does: a missing value breaks no other rule.
        ValidationAttribute[] attributes = [.. property.GetCustomAttributes<ValidationAttribute>().OrderByDescending(attribute => attribute is RequiredAttribute)];
        return attributes.Length > 0 && property.CanRead && property.GetIndexParameters().Length == 0 ? new MemberRules(property, attributes) : null;
    }

    public void Check(object instance, ValidationContext context, string prefix, List<CrudError> errors)
    {
        context.MemberName = Name;
        context.DisplayName = _displayName;
        var value = _value(instance);
        foreach (var attribute in _attributes)
        {
            if (attribute.GetValidationResult(value, context) is not { } broken)
                continue;

            errors.Add(new CrudError(prefix + Name, broken.ErrorMessage ?? $"{_displayName} is not valid."));
            if (attribute is RequiredAttribute)
                return;
        }
    }
}
