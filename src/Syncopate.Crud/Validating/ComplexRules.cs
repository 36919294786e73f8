using System.Collections;
using System.Globalization;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Validating;

/// <summary>What must hold for a complex value, and for those inside it: they have no entry of their own among what is saved.</summary>
internal sealed class ComplexRules
{
    private readonly IComplexProperty _property;
    private readonly ObjectRules _annotations;
    private readonly IProperty[] _limited;
    private readonly ComplexRules[] _inner;
    private readonly string _path;

    private ComplexRules(IComplexProperty property, string prefix)
    {
        _property = property;
        _path = prefix + property.Name;
        _annotations = ObjectRules.Of(property.ComplexType.ClrType);
        _limited = TextLength.Limited(property.ComplexType);
        _inner = Of(property.ComplexType, $"{_path}.");
    }

    public static ComplexRules[] Of(ITypeBase type, string prefix) =>

        [
            .. type.GetComplexProperties()
                .Where(property => !property.IsShadowProperty())
                .Select(property => new ComplexRules(property, prefix)),
        ];

    public void Check(EntityEntry owner, IServiceProvider services, List<CrudError> errors)
    {
        if (_property.IsCollection)
            CheckItems(owner.Entity, services, errors);
        else
            CheckOne(owner.ComplexProperty(_property), services, errors);
    }

    private void CheckOne(ComplexPropertyEntry entry, IServiceProvider services, List<CrudError> errors)
    {
        if (entry.CurrentValue is not { } value)
            return;

        _annotations.Check(value, services, $"{_path}.", skips: null, errors);
        foreach (IProperty property in _limited)
            TextLength.Check(entry.Property(property), $"{_path}.", errors);
        foreach (ComplexRules inner in _inner)
        {
            if (inner._property.IsCollection)
                inner.CheckItems(value, services, errors);
            else
                inner.CheckOne(entry.ComplexProperty(inner._property), services, errors);
        }
    }

    /// <summary>By their annotations only: a list in a column is JSON, which has no lengths.</summary>
    private void CheckItems(object owner, IServiceProvider services, List<CrudError> errors)
    {
        int number = 0;
        foreach (object item in (IEnumerable?)_property.GetGetter().GetClrValue(owner) ?? Array.Empty<object>())
        {
            if (item is not null)
                _annotations.Check(item, services, string.Create(CultureInfo.InvariantCulture, $"{_path}[{number}]."), skips: null, errors);
            number++;
        }
    }
}
