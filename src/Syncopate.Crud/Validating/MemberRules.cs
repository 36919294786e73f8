using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Text.RegularExpressions;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Validating;

/// <summary>The data annotations of one property.</summary>
internal sealed class MemberRules
{
    private readonly Func<object, object?> _value;
    private readonly DisplayedName _displayName;
    private readonly ValidationAttribute[] _attributes;

    private MemberRules(PropertyInfo property, ValidationAttribute[] attributes)
    {
        Name = property.Name;
        _value = Members.Getter(property);
        _displayName = DisplayedName.Of(property);
        _attributes = attributes;
        NeedsContext = !Array.TrueForAll(attributes, IsPlain);
    }

    public string Name { get; }

    /// <summary>True when one of them is not of the framework, or asks for a ValidationContext.</summary>
    public bool NeedsContext { get; }

    /// <summary>Null for a property without annotations.</summary>
    public static MemberRules? Of(PropertyInfo property)
    {
        // Required first, as Validator does: a missing value breaks no other rule.
        ValidationAttribute[] attributes =
        [
            .. RecordMembers.Attributes<ValidationAttribute>(property)
                .OrderByDescending(attribute => attribute is RequiredAttribute),
        ];
        return attributes.Length > 0 && property.CanRead && property.GetIndexParameters().Length == 0
            ? new MemberRules(property, attributes)
            : null;
    }

    /// <summary>True when all is well and that could be determined without a ValidationContext, which costs more than the
    /// rules themselves. False asks for <see cref="Check"/>.</summary>
    public bool Holds(object instance)
    {
        if (NeedsContext)
            return false;

        object? value = _value(instance);
        foreach (ValidationAttribute attribute in _attributes)
            if (!Holds(attribute, value))
                return false;
        return true;
    }

    public void Check(object instance, ValidationContext context, string prefix, List<CrudError> errors)
    {
        context.MemberName = Name;
        context.DisplayName = _displayName.Given ?? Name;
        object? value = _value(instance);
        foreach (ValidationAttribute attribute in _attributes)
        {
            if (Broken(attribute, value, context) is not { } message)
                continue;

            errors.Add(new CrudError(prefix + Name, message));
            if (attribute is RequiredAttribute)
                return;
        }
    }

    private static bool Holds(ValidationAttribute attribute, object? value)
    {
        try
        {
            return attribute.IsValid(value);
        }
        catch (Exception e) when (IsOfValue(e))
        {
            return false;
        }
    }

    /// <summary>Null when the rule holds.</summary>
    private static string? Broken(ValidationAttribute attribute, object? value, ValidationContext context)
    {
        try
        {
            return attribute.GetValidationResult(value, context) is { } broken
                ? broken.ErrorMessage ?? $"{context.DisplayName} is not valid."
                : null;
        }
        catch (Exception e) when (IsOfValue(e))
        {
            return attribute.FormatErrorMessage(context.DisplayName);
        }
    }

    /// <summary>What rules of the framework throw for a value that a user can give: a Range of int for a larger number, an expression for a
    /// text on which it takes too long.</summary>
    private static bool IsOfValue(Exception e) => e is OverflowException or RegexMatchTimeoutException;

    // Of the framework's own it is known that RequiresValidationContext tells the truth; others often override the wrong IsValid.
    private static bool IsPlain(ValidationAttribute attribute) =>
        attribute.GetType().Assembly == typeof(ValidationAttribute).Assembly && !attribute.RequiresValidationContext;
}
