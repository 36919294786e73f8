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

    private readonly DbContext _context;
    private readonly bool _hasTracked;
    private readonly Dictionary<object, (INavigation From, object Entity)> _principals =
        new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<IKey, HashSet<object[]>> _taken = [];

    // Made when they are asked for: a row by itself, whose key is made, needs neither.
    private List<EntityEntry>? _entries;
    private HashSet<object>? _tracked;

    private NewKeys(DbContext context, bool hasTracked) => (_context, _hasTracked) = (context, hasTracked);

    private List<EntityEntry> Entries => _entries ??= _hasTracked ? TrackedEntries.Of(_context) : [];

    private HashSet<object> Tracked =>
        _tracked ??= new(Entries.Select(entry => entry.Entity), ReferenceEqualityComparer.Instance);

    /// <summary>What is wrong with them; null when nothing is.</summary>
    /// <param name="context">Does not track the entity yet.</param>
    /// <param name="entity">New.</param>
    /// <param name="hasTracked">False when the context tracks nothing at all.</param>
    /// <param name="messages">What the application says instead, by the constraint's name.</param>
    public static CrudError? ErrorOf(
        DbContext context, object entity, bool hasTracked, IReadOnlyDictionary<string, string> messages) =>
        new NewKeys(context, hasTracked).Find(entity) is not { } found ? null
            : found.Missing is { } missing ? EmptyKeys.Error(missing)
            : new ConstraintErrors(context, messages).Taken(found.Key);

    private (IKey Key, IProperty? Missing)? Find(object root)
    {
        HashSet<object> seen = new(ReferenceEqualityComparer.Instance);
        Stack<object> open = new([root]);
        while (open.TryPop(out object? next))
        {
            // EF Core does not look behind what it tracks already.
            if (!seen.Add(next)
                || _context.Model.FindRuntimeEntityType(next.GetType()) is not { } type
                || next != root && Tracked.Contains(next))
                continue;
            foreach (IKey key in type.GetKeys())
                if (ProblemOf(key, next) is { } problem)
                    return problem;
            IEnumerable<INavigationBase> navigations = [.. type.GetNavigations(), .. type.GetSkipNavigations()];
            foreach (INavigationBase navigation in navigations)
                foreach (object related in Related(navigation, next))
                {
                    if (navigation is INavigation { IsOnDependent: false } down)
                        _principals.TryAdd(related, (down, next));
                    open.Push(related);
                }
        }
        return null;
    }

    private (IKey Key, IProperty? Missing)? ProblemOf(IKey key, object entity)
    {
        object[] values = new object[key.Properties.Count];
        for (int i = 0; i < values.Length; i++)
        {
            IProperty property = key.Properties[i];
            if (property.IsShadowProperty())
                return null;
            if (ValueOf(property, entity, depth: 0) is not { } value)
                return Tracked.Contains(entity) ? null : (key, property);
            if (value is Unmade made && ReferenceEquals(made.Entity, entity))
                return null; // No other has what is made for it.
            values[i] = value;
        }
        return TakenOf(key).Add(values) || Tracked.Contains(entity) ? null : (key, null);
    }

    /// <summary>What the entity will have, as its column keeps it: EF Core writes the key of a principal into what refers to it.</summary>
    private object? ValueOf(IProperty property, object entity, int depth)
    {
        if (property.IsShadowProperty())
            return new Unmade(entity);

        foreach (IForeignKey foreign in property.GetContainingForeignKeys())
            if (depth < Deepest && PrincipalOf(foreign, entity) is { } principal)
                return ValueOf(PrincipalProperty(foreign, property), principal, depth + 1);

        object? value = KeptValues.Of(property) is null || Tracked.Contains(entity)
            ? property.GetGetter().GetClrValue(entity)
            : KeptValues.Settled(property, entity);
        bool isMade = property.ValueGenerated.HasFlag(ValueGenerated.OnAdd)
            && (value is null || value.Equals(property.Sentinel));
        return isMade ? new Unmade(entity) : value;
    }

    private object? PrincipalOf(IForeignKey foreign, object entity)
    {
        if (foreign.DependentToPrincipal is { } up
            && !up.IsShadowProperty()
            && up.DeclaringEntityType.ClrType.IsInstanceOfType(entity)
            && up.GetGetter().GetClrValue(entity) is { } principal)
            return principal;
        _principals.TryGetValue(entity, out (INavigation From, object Entity) above);
        return above.From?.ForeignKey == foreign ? above.Entity : null;
    }

    private HashSet<object[]> TakenOf(IKey key)
    {
        if (_taken.TryGetValue(key, out HashSet<object[]>? taken))
            return taken;

        taken = new HashSet<object[]>(new SameKey(key));
        _taken.Add(key, taken);
        foreach (EntityEntry entry in Entries)
            if (entry.State != EntityState.Deleted && key.DeclaringEntityType.IsAssignableFrom(entry.Metadata))
                taken.Add([.. key.Properties.Select(property => KnownOf(property, entry.Entity))]);
        return taken;
    }

    private object KnownOf(IProperty property, object entity) => ValueOf(property, entity, depth: 0) ?? new Unmade(entity);

    private static IProperty PrincipalProperty(IForeignKey foreign, IProperty property)
    {
        int column = 0;
        while (foreign.Properties[column] != property)
            column++;
        return foreign.PrincipalKey.Properties[column];
    }

    private static IEnumerable<object> Related(INavigationBase navigation, object entity)
    {
        if (navigation.IsShadowProperty() || navigation.GetGetter().GetClrValue(entity) is not { } value)
            return [];
        return navigation.IsCollection && value is IEnumerable many ? many.OfType<object>() : [value];
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
