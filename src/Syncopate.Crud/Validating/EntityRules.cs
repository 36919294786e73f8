using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Validating;

/// <summary>What must hold for an entity before it is saved: its annotations and those of its complex values, and the
/// lengths in the model.</summary>
internal sealed class EntityRules
{
    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<IEntityType, EntityRules> Known = [];

    private readonly ObjectRules _annotations;
    private readonly string _prefix;
    private readonly Func<string, bool> _isRelation;
    private readonly IProperty[] _limited;
    private readonly ComplexRules[] _parts;

    private EntityRules(IEntityType type)
    {
        _annotations = ObjectRules.Of(type.ClrType);
        _prefix = MemberPath.Prefix(type);

        // [Required] on a relation makes its foreign key required; the object itself is rarely loaded.
        _isRelation = name => type.FindNavigation(name) is not null || type.FindSkipNavigation(name) is not null;
        _limited = TextLength.Limited(type);
        _parts = ComplexRules.Of(type, _prefix);
    }

    /// <summary>True when a rule may be code of the application.</summary>
    public bool MayRead => _annotations.MayRead || _parts.Length > 0;

    public static EntityRules Of(IEntityType type) => Known.GetValue(type, static type => new EntityRules(type));

    public void Check(EntityEntry entry, IServiceProvider services, List<CrudError> errors)
    {
        _annotations.Check(entry.Entity, services, _prefix, _isRelation, errors);
        foreach (IProperty property in _limited)
            TextLength.Check(entry.Property(property), _prefix, errors);
        foreach (ComplexRules part in _parts)
            part.Check(entry, services, errors);
    }
}
