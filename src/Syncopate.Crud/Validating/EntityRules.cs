using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Constraints;
using Syncopate.Crud.Reading;

namespace Syncopate.Crud.Validating;

/// <summary>What must hold for an entity before it is saved: its annotations, and the lengths in the model. SQLite does not enforce lengths, and PostgreSQL does not name the column.</summary>
internal sealed class EntityRules
{
    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<IEntityType, EntityRules> Known = [];

    private readonly ObjectRules _annotations;
    private readonly string _prefix;
    private readonly Func<string, bool> _isRelation;
    private readonly IProperty[] _limited;

    private EntityRules(IEntityType type)
    {
        _annotations = ObjectRules.Of(type.ClrType);
        _prefix = MemberPath.Prefix(type);

        // [Required] on a relation makes its foreign key required; the object itself is rarely loaded.
        _isRelation = name => type.FindNavigation(name) is not null || type.FindSkipNavigation(name) is not null;
        _limited = [.. type.GetProperties().Where(property => property.GetMaxLength() is not null && property.GetTypeMapping().Converter is null)];
    }

    public static EntityRules Of(IEntityType type) => Known.GetValue(type, static type => new EntityRules(type));

    public void Check(EntityEntry entry, IServiceProvider services, List<CrudError> errors)
    {
        _annotations.Check(entry.Entity, services, _prefix, _isRelation, errors);
        foreach (var property in _limited)
            CheckLength(entry, property, errors);
    }

    private void CheckLength(EntityEntry entry, IProperty property, List<CrudError> errors)
    {
        var value = entry.Property(property);
        var length = value.CurrentValue switch { string text => text.Length, byte[] bytes => bytes.Length, _ => 0 };
        var path = _prefix + property.Name;
        if (length > property.GetMaxLength() && (entry.State == EntityState.Added || value.IsModified) && !errors.Exists(error => error.Path == path))
            errors.Add(new CrudError(path, $"{EntityName.Capitalised(property)} has {length} characters; at most {property.GetMaxLength()} are allowed."));
    }
}
