using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Runtime.CompilerServices;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Validating;

/// <summary>The data annotations of a class, worked out once; the meaning is that of <see cref="Validator"/>, which
/// looks them up anew for every object.</summary>
internal sealed class ObjectRules
{
    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<Type, ObjectRules> Known = [];

    private readonly MemberRules[] _members;
    private readonly (string Name, Func<object, object?> Value)[] _nested; // Forms inside a form, which are written with it.
    private readonly ValidationAttribute[] _attributes;
    private readonly bool _isValidatable;

    private ObjectRules(Type type)
    {
        _members = [.. type.GetProperties(BindingFlags.Public | BindingFlags.Instance).Select(MemberRules.Of).OfType<MemberRules>()];
        _nested =
        [
            .. type.GetProperties(BindingFlags.Public | BindingFlags.Instance)
                .Where(property => property.CanRead && property.GetIndexParameters().Length == 0 && IsForm(property.PropertyType))
                .Select(property => (property.Name, Members.Getter(property))),
        ];
        _attributes = [.. type.GetCustomAttributes<ValidationAttribute>()];
        _isValidatable = typeof(IValidatableObject).IsAssignableFrom(type);
    }

    /// <summary>True when nothing is to be checked.</summary>
    public bool IsEmpty => _members.Length == 0 && _nested.Length == 0 && _attributes.Length == 0 && !_isValidatable;

    /// <summary>True when a rule may be code of the application, which can ask for the context and read from it.</summary>
    public bool MayRead => _nested.Length > 0 || _attributes.Length > 0 || _isValidatable
        || Array.Exists(_members, member => member.NeedsContext);

    public static ObjectRules Of(Type type) => Known.GetValue(type, static type => new ObjectRules(type));

    /// <summary>True for a class that is written into something, and so for a form inside another.</summary>
    public static bool IsForm(Type type) =>
        !type.IsValueType && Array.Exists(type.GetInterfaces(), parent => parent.IsMadeOf(typeof(ICopiesTo<>)));

    /// <param name="instance">Of the type of these rules.</param>
    /// <param name="services">What a rule gets from its ValidationContext.</param>
    /// <param name="prefix">Comes before the members' names in the errors.</param>
    /// <param name="skips">Members that are not checked, by name; null checks all.</param>
    /// <param name="errors">Takes what is broken.</param>
    public void Check(
        object instance, IServiceProvider services, string prefix, Func<string, bool>? skips, List<CrudError> errors)
    {
        if (IsEmpty)
            return;

        int before = errors.Count;
        ValidationContext? context = null;
        foreach (MemberRules member in _members)
            if (skips?.Invoke(member.Name) is not true && !member.Holds(instance))
                member.Check(instance, context ??= ContextOf(instance, services), prefix, errors);
        foreach (var (name, value) in _nested)
            if (value(instance) is { } form)
                Of(form.GetType()).Check(form, services, $"{prefix}{name}.", skips: null, errors);
        if (errors.Count > before || (_attributes.Length == 0 && !_isValidatable))
            return;

        context ??= ContextOf(instance, services);
        context.MemberName = null;
        context.DisplayName = instance.GetType().Name;
        foreach (ValidationAttribute attribute in _attributes)
            Add(attribute.GetValidationResult(instance, context), prefix, errors);
        if (errors.Count == before && instance is IValidatableObject validatable)
            foreach (ValidationResult broken in validatable.Validate(context))
                Add(broken, prefix, errors);
    }

    private static ValidationContext ContextOf(object instance, IServiceProvider services) =>
        new(instance, instance.GetType().Name, services, items: null);

    private static void Add(ValidationResult? broken, string prefix, List<CrudError> errors)
    {
        if (broken is null)
            return;

        string message = broken.ErrorMessage ?? "Something is not valid.";
        string[] members = [.. broken.MemberNames.DefaultIfEmpty("")];
        errors.AddRange(members.Select(member => new CrudError(member.Length > 0 ? prefix + member : prefix.TrimEnd('.'), message)));
    }
}
