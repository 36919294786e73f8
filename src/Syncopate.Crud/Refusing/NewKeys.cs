using System.Collections;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>The keys of a new entity and of all that is new behind it, before the context knows of them. EF Core throws for
/// one that is missing, and for the second of two that are equal, before it asks the database: with a text for programmers,
/// and it keeps a trace. An import gives one code twice, and a form leaves one empty.</summary>
internal sealed class NewKeys
{
    // A key that is a foreign key leads to another key, which may be one too.
    private const int Deepest = 8;

    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<IEntityType, Shape> Shapes = [];

    private readonly DbContext _context;
    private readonly bool _hasTracked;

    // Made when they are asked for: a row by itself needs none.
    private Dictionary<object, (INavigation From, object Entity)>? _principals;
    private Dictionary<IKey, HashSet<object[]>>? _taken;
    private List<EntityEntry>? _entries;
    private HashSet<object>? _tracked;

    private NewKeys(DbContext context, bool hasTracked) => (_context, _hasTracked) = (context, hasTracked);

    private List<EntityEntry> Entries => _entries ??= _hasTracked ? TrackedEntries.Of(_context) : [];

    private HashSet<object> Tracked =>
        _tracked ??= new(Entries.Select(entry => entry.Entity), ReferenceEqualityComparer.Instance);

    private bool IsTracked(object entity) => _hasTracked && Tracked.Contains(entity);

    /// <summary>What is wrong with them; null when nothing is.</summary>
    /// <param name="context">Does not track the entity yet.</param>
    /// <param name="entity">New.</param>
    /// <param name="hasTracked">False when the context tracks nothing at all.</param>
    /// <param name="messages">What the application says instead, by the constraint's name.</param>
    public static CrudError? ErrorOf(
        DbContext context, object entity, bool hasTracked, IReadOnlyDictionary<string, string> messages) =>
        new NewKeys(context, hasTracked).Find(entity) is not { } found ? TakenInList(context, entity, messages)
            : found.Missing is { } missing ? EmptyKeys.Error(missing)
            : new ConstraintErrors(context, messages).Taken(found.Key);

    /// <summary>Rows that the context has read and not changed, and that have a key of a new entity, or of what is new behind it.</summary>
    /// <param name="context">Does not track the entity yet.</param>
    /// <param name="entity">New.</param>
    public static List<EntityEntry> Holders(DbContext context, object entity)
    {
        NewKeys keys = new(context, hasTracked: true);
        List<EntityEntry> found = [];
        foreach (object each in keys.Reached(entity) ?? [entity])
            foreach (IKey key in keys.ShapeOf(each)?.Keys ?? [])
                if (keys.ValuesOf(key, each) is { } values)
                    found.AddRange(keys.Entries.Where(
                        entry => entry.State == EntityState.Unchanged
                            && !ReferenceEquals(entry.Entity, each)
                            && key.DeclaringEntityType.IsAssignableFrom(entry.Metadata)
                            && new SameKey(key).Equals(keys.KnownOf(key, entry.Entity), values)));
        return [.. found.Distinct()];
    }

    /// <summary>Items that are owned, whose key has a part that no class has: that which leads to their owner.</summary>
    private static CrudError? TakenInList(
        DbContext context, object entity, IReadOnlyDictionary<string, string> messages) =>
        context.Model.FindRuntimeEntityType(entity.GetType()) is { } type && OwnedKeys.Twice(type, entity) is { } twice
            ? new ConstraintErrors(context, messages).TakenInList(twice)
            : null;

    private (IKey Key, IProperty? Missing)? Find(object root)
    {
        if (Reached(root) is not { } reached)
            return ProblemOf(root, isAlone: !_hasTracked);

        foreach (object entity in reached)
            if (ProblemOf(entity, isAlone: false) is { } problem)
                return problem;
        return null;
    }

    /// <summary>The entity and what is new behind it; null when that is nothing.</summary>
    private List<object>? Reached(object root)
    {
        List<object>? reached = null;
        HashSet<object>? seen = null;
        for (int next = 0; next < (reached?.Count ?? 1); next++)
        {
            object entity = reached is null ? root : reached[next];
            foreach (INavigationBase navigation in ShapeOf(entity)?.Navigations ?? [])
                foreach (object related in Related(navigation, entity))
                {
                    if (navigation is INavigation { IsOnDependent: false } down)
                        (_principals ??= new(ReferenceEqualityComparer.Instance)).TryAdd(related, (down, entity));
                    seen ??= new(ReferenceEqualityComparer.Instance) { root };
                    // EF Core does not look behind what it tracks already.
                    if (!IsTracked(related) && seen.Add(related))
                        (reached ??= [root]).Add(related);
                }
        }
        return reached;
    }

    private (IKey Key, IProperty? Missing)? ProblemOf(object entity, bool isAlone)
    {
        foreach (IKey key in ShapeOf(entity)?.Keys ?? [])
            if (ProblemOf(key, entity, isAlone) is { } problem)
                return problem;
        return null;
    }

    private Shape? ShapeOf(object entity) =>
        _context.Model.FindRuntimeEntityType(entity.GetType()) is { } type ? Shapes.GetValue(type, Shape.Of) : null;

    private (IKey Key, IProperty? Missing)? ProblemOf(IKey key, object entity, bool isAlone)
    {
        object[] values = isAlone ? [] : new object[key.Properties.Count];
        for (int i = 0; i < key.Properties.Count; i++)
        {
            IProperty property = key.Properties[i];
            if (property.IsShadowProperty())
                return null;
            if (ValueOf(property, entity, depth: 0) is not { } value)
                return IsTracked(entity) ? null : (key, property);
            if (value is Unmade made && ReferenceEquals(made.Entity, entity))
                return null; // No other has what is made for it.
            if (!isAlone)
                values[i] = value;
        }
        return isAlone || TakenOf(key).Add(values) || IsTracked(entity) ? null : (key, null);
    }

    /// <summary>What the entity will have, as its column keeps it: EF Core writes the key of a principal into what refers to it.</summary>
    private object? ValueOf(IProperty property, object entity, int depth)
    {
        if (property.IsShadowProperty())
            return new Unmade(entity);

        foreach (IForeignKey foreign in property.GetContainingForeignKeys())
            if (depth < Deepest && PrincipalOf(foreign, entity) is { } principal)
                return ValueOf(PrincipalProperty(foreign, property), principal, depth + 1);

        object? value = KeptValues.Of(property) is null || IsTracked(entity)
            ? property.GetGetter().GetClrValue(entity)
            : KeptValues.Settled(property, entity);
        bool isMade = KeyValues.IsMade(property) && (value is null || value.Equals(property.Sentinel));
        return isMade ? new Unmade(entity) : value;
    }

    private object? PrincipalOf(IForeignKey foreign, object entity)
    {
        if (foreign.DependentToPrincipal is { } up
            && !up.IsShadowProperty()
            && up.DeclaringEntityType.ClrType.IsInstanceOfType(entity)
            && up.GetGetter().GetClrValue(entity) is { } principal)
            return principal;
        return _principals is not null
            && _principals.TryGetValue(entity, out (INavigation From, object Entity) above)
            && above.From.ForeignKey == foreign
                ? above.Entity
                : null;
    }

    private HashSet<object[]> TakenOf(IKey key)
    {
        _taken ??= [];
        if (_taken.TryGetValue(key, out HashSet<object[]>? taken))
            return taken;

        taken = new HashSet<object[]>(new SameKey(key));
        _taken.Add(key, taken);
        foreach (EntityEntry entry in Entries)
            if (entry.State != EntityState.Deleted && key.DeclaringEntityType.IsAssignableFrom(entry.Metadata))
                taken.Add(KnownOf(key, entry.Entity));
        return taken;
    }

    private object[] KnownOf(IKey key, object entity) =>
        [.. key.Properties.Select(property => ValueOf(property, entity, depth: 0) ?? new Unmade(entity))];

    /// <summary>Null for a key that no class has, or that is not all there.</summary>
    private object[]? ValuesOf(IKey key, object entity) =>
        key.Properties.Any(property => property.IsShadowProperty() || ValueOf(property, entity, depth: 0) is null)
            ? null
            : KnownOf(key, entity);

    private static IProperty PrincipalProperty(IForeignKey foreign, IProperty property)
    {
        int column = 0;
        while (foreign.Properties[column] != property)
            column++;
        return foreign.PrincipalKey.Properties[column];
    }

    private static IEnumerable<object> Related(INavigationBase navigation, object entity)
    {
        if (navigation.IsShadowProperty()
            || navigation.GetGetter().GetClrValue(entity) is not { } value
            || value is ICollection { Count: 0 })
            return [];
        return navigation.IsCollection && value is IEnumerable many ? many.OfType<object>() : [value];
    }

    private sealed record Shape(IKey[] Keys, INavigationBase[] Navigations)
    {
        public static Shape Of(IEntityType type) =>
            new([.. type.GetKeys()], [.. type.GetNavigations(), .. type.GetSkipNavigations()]);
    }

    /// <summary>Stands for a key that the database or EF Core will make for an entity.</summary>
    private sealed class Unmade(object entity)
    {
        public object Entity => entity;
    }

    private sealed class SameKey(IKey key) : IEqualityComparer<object[]>
    {
        private readonly ValueComparer[] _columns =
            [.. key.Properties.Select(property => property.GetKeyValueComparer())];

        public bool Equals(object[]? x, object[]? y)
        {
            if (x is null || y is null)
                return ReferenceEquals(x, y);

            for (int i = 0; i < _columns.Length; i++)
                if (!AreEqual(_columns[i], x[i], y[i]))
                    return false;
            return true;
        }

        public int GetHashCode(object[] obj)
        {
            HashCode hash = new();
            for (int i = 0; i < _columns.Length; i++)
                hash.Add(obj[i] is Unmade made
                    ? RuntimeHelpers.GetHashCode(made.Entity)
                    : _columns[i].GetHashCode(obj[i]));
            return hash.ToHashCode();
        }

        private static bool AreEqual(ValueComparer column, object left, object right) => (left, right) switch
        {
            (Unmade one, Unmade other) => ReferenceEquals(one.Entity, other.Entity),
            (Unmade, _) or (_, Unmade) => false,
            _ => column.Equals(left, right),
        };
    }
}
