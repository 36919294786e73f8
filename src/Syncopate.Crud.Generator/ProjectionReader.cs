using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Syncopate.Crud.Generator;

/// <summary>
/// Finds for each member of a DTO where the entity has it, and writes the expression that reads it. Nested DTOs are written into the
/// expression of the outer one, so that EF Core sees one tree. One instance reads one DTO.
/// </summary>
internal sealed class ProjectionReader(Compilation compilation, INamedTypeSymbol dto, INamedTypeSymbol entity)
{
    private readonly List<Finding> _findings = [];

    // The DTOs that are being written, outermost first: what is found in there again is a cycle.
    private readonly Stack<INamedTypeSymbol> _open = [];

    // The DTO's own member that is being read, perhaps deep inside nested DTOs.
    private IPropertySymbol? _outer;

    // Numbers the parameters of lambdas within lambdas.
    private int _items;

    /// <summary>What the author should fix, in the order of the members. Complete once the projection has been written.</summary>
    public IReadOnlyList<Finding> Findings => _findings;

    /// <summary>The body of the projection, as in <c>new PostRow { Title = entity.Title }</c>; null when the DTO has no
    /// usable constructor.</summary>
    public string? Projection() => New(dto, new Source("entity", entity, mayBeNull: false));

    /// <summary>Another reader of the same program, for a DTO inside this one.</summary>
    public ProjectionReader For(INamedTypeSymbol nested, INamedTypeSymbol part) => new(compilation, nested, part);

    /// <summary>The members of the entity by which a member of this name is read: one when it stands there itself,
    /// several when the name spells a path. Null when there are none.</summary>
    public IReadOnlyList<IPropertySymbol>? Path(string name) => Path(entity, name);

    /// <summary>True when the language converts by itself; conversions that a type declares are left out, because no
    /// database knows them.</summary>
    public bool Converts(ITypeSymbol from, ITypeSymbol to) =>
        compilation.ClassifyConversion(from, to) is { IsImplicit: true, IsUserDefined: false };

    public bool IsReachable(ISymbol? symbol) =>
        symbol is not null && compilation.IsSymbolAccessibleWithin(symbol, compilation.Assembly);

    private string? New(INamedTypeSymbol type, Source from)
    {
        _open.Push(type);
        var (arguments, constructor) = Construct(type, from);
        string? text = constructor is null ? null : $"new {type.Name()}{arguments}{Initializer(type, from, constructor)}";
        _open.Pop();
        return text;
    }

    private (string Arguments, IMethodSymbol? Constructor) Construct(INamedTypeSymbol type, Source from)
    {
        List<IMethodSymbol> constructors = type.InstanceConstructors
            .Where(IsReachable)
            .OrderByDescending(constructor => constructor.Parameters.Length)
            .ToList();
        if (!type.IsAbstract && constructors.FirstOrDefault(constructor => constructor.Parameters.IsEmpty) is { } plain)
            return ("()", plain);

        // A record's primary constructor is taken although a parameter of it fits nothing: the finding on that parameter says more.
        IMethodSymbol? chosen = type.IsAbstract ? null : constructors.FirstOrDefault(constructor => constructor.Parameters.All(
            parameter => MemberOf(type, parameter) is { } member && (type.IsRecord || Find(from, member.Name) is not null)));
        if (chosen is null)
        {
            Report(new Finding(Rules.NoConstructor, type, type.Name, entity.Name));
            return ("", null);
        }
        IEnumerable<string> arguments = chosen.Parameters.Select(parameter => MemberOf(type, parameter)).OfType<IPropertySymbol>()
            .Select(member => Read(member, from) ?? Nothing(member));
        return ($"({string.Join(", ", arguments)})", chosen);
    }

    private string Initializer(INamedTypeSymbol type, Source from, IMethodSymbol constructor)
    {
        List<string?> given = constructor.Parameters.Select(parameter => MemberOf(type, parameter)?.Name).ToList();
        List<string> lines = EntityShape.PropertiesOf(type)
            .Where(member => IsReachable(member.SetMethod) && !given.Contains(member.Name))
            .Select(member => (member.Name, Value: Read(member, from) ?? (member.IsRequired ? Nothing(member) : null)))
            .Where(line => line.Value is not null)
            .Select(line => $"\n    {CSharp.Escape(line.Name)} = {CSharp.Indent(line.Value ?? "")},")
            .ToList();
        return lines.Count == 0 ? "" : $"\n{{{string.Concat(lines)}\n}}";
    }

    private string? Read(IPropertySymbol member, Source from)
    {
        if (member.Has(Known.NotProjected))
            return null;

        if (_open.Count == 1)
            _outer = member;
        if (member.Argument(Known.ReadsKeys) is string relation)
            return Keys(member, from, relation);
        if (Find(from, member.Name) is not { } source)
        {
            Report(new Finding(Rules.Unmatched, member, member.Name, entity.Name));
            return null;
        }
        return Convert(member, source, member.Type);
    }

    /// <summary>The value as the member's type: as it is, as a nested DTO, or as a collection of either.</summary>
    private string? Convert(IPropertySymbol member, Source source, ITypeSymbol to)
    {
        if (Converts(source.Type, to))
            return AsItIs(member, source, to);
        if (to is INamedTypeSymbol nested && Known.EntityOf(nested) is { } from && Converts(source.Type, from))
            return Nested(member, source, nested);
        if (EntityShape.ElementOf(source.Type) is { } sourceElement
            && EntityShape.ElementOf(to) is { } element
            && IsListOf(element, to))
            return Collection(member, source, (sourceElement, element), to);

        Report(new Finding(Rules.OtherType, member, member.Name, to.ToMinimal(), source.Type.ToMinimal()));
        return null;
    }

    private string AsItIs(IPropertySymbol member, Source source, ITypeSymbol to)
    {
        if (!source.MayBeNull || TakesNull(to))
            return source.Expression;

        Report(new Finding(Rules.MayBeNull, member, member.Name, source.Path));
        return to.IsValueType ? source.Expression : source.Expression + "!";
    }

    private string? Nested(IPropertySymbol member, Source source, INamedTypeSymbol to)
    {
        if (_open.Contains(to, SymbolEqualityComparer.Default))
        {
            if (SymbolEqualityComparer.Default.Equals(to, dto))
                _findings.Add(new Finding(Rules.Cycle, _outer ?? member, (_outer ?? member).Name, to.Name));
            return null;
        }
        if (New(to, source.Present()) is not { } value)
            return null;
        if (!source.MayBeNull)
            return value;
        if (!TakesNull(to))
            Report(new Finding(Rules.MayBeNull, member, member.Name, source.Path));

        // Compared as an object: a record's own operator would be a method that no database knows.
        return $"(object?){source.Expression} == null ? null{(TakesNull(to) ? "" : "!")} : {value}";
    }

    private string? Collection(
        IPropertySymbol member, Source source, (ITypeSymbol From, ITypeSymbol To) element, ITypeSymbol to)
    {
        string item = $"item{++_items}";
        if (Convert(member, new Source(item, element.From, IsNullable(element.From)), element.To) is not { } value)
            return null;

        string list = to is IArrayTypeSymbol ? "ToArray" : "ToList";
        string many = source.Expression + (source.MayBeNull ? "!" : "");
        return $"{CSharp.Enumerable}.{list}({CSharp.Enumerable}.Select({many}, {item} => {value}))";
    }

    /// <summary>The keys of the rows in a relation.</summary>
    private string? Keys(IPropertySymbol member, Source from, string relation)
    {
        IPropertySymbol? rows = Property(from.Type, relation);
        if (rows is null
            || EntityShape.ElementOf(rows.Type) is not { } row
            || EntityShape.KeyOf(row) is not { Count: 1 } names
            || Property(row, names[0]) is not { } key)
        {
            Report(new Finding(Rules.Unmatched, member, relation, entity.Name));
            return null;
        }
        if (EntityShape.ElementOf(member.Type) is { } element
            && IsListOf(element, member.Type)
            && Converts(key.Type, element))
        {
            var (source, item) = (Step(from, rows), $"item{++_items}");
            string list = member.Type is IArrayTypeSymbol ? "ToArray" : "ToList";
            string many = source.Expression + (source.MayBeNull ? "!" : "");
            string one = $"({element.Name()}){item}.{CSharp.Escape(key.Name)}";
            string selected = $"{CSharp.Enumerable}.Select({many}, {item} => {one})";
            return $"{CSharp.Enumerable}.{list}({selected})";
        }
        Report(new Finding(Rules.OtherType, member, member.Name, member.Type.ToMinimal(), $"list of {key.Type.ToMinimal()}"));
        return null;
    }

    private bool IsListOf(ITypeSymbol element, ITypeSymbol to) => to is IArrayTypeSymbol
        || compilation.GetTypeByMetadataName("System.Collections.Generic.List`1") is { } list && Converts(list.Construct(element), to);

    /// <summary>The member of this name, else the path that the name spells: BlogOwnerName is Blog.Owner.Name,
    /// TagsCount counts Tags.</summary>
    private Source? Find(Source from, string name)
    {
        if (Property(from.Type, name) is { } exact)
            return Step(from, exact);
        if (name == "Count" && EntityShape.ElementOf(from.Type) is not null)
            return Count(from);

        return Beginnings(from.Type, name)
            .Select(property => Find(Step(from, property), name.Substring(property.Name.Length)))
            .FirstOrDefault(found => found is not null);
    }

    private List<IPropertySymbol>? Path(ITypeSymbol from, string name)
    {
        if (Property(from, name) is { } exact)
            return [exact];

        return Beginnings(from, name)
            .Select(property => Path(property.Type, name.Substring(property.Name.Length)) is { } rest
                ? new List<IPropertySymbol>([property, .. rest])
                : null)
            .FirstOrDefault(found => found is not null);
    }

    /// <summary>The members with whose names a name that spells a path may begin, the longest first.</summary>
    private IEnumerable<IPropertySymbol> Beginnings(ITypeSymbol type, string name) => EntityShape.PropertiesOf(Unwrap(type))
        .Where(property => IsReachable(property.GetMethod))
        .Where(property => property.Name.Length < name.Length && name.StartsWith(property.Name, StringComparison.Ordinal))
        .OrderByDescending(property => property.Name.Length);

    private IPropertySymbol? Property(ITypeSymbol type, string name) => EntityShape.PropertiesOf(Unwrap(type))
        .FirstOrDefault(property => property.Name == name && IsReachable(property.GetMethod));

    private Source Count(Source from) => new(
        $"{CSharp.Enumerable}.Count({from.Expression}{(from.MayBeNull ? "!" : "")})",
        compilation.GetSpecialType(SpecialType.System_Int32),
        mayBeNull: false);

    private static Source Step(Source from, IPropertySymbol property)
    {
        string way = CSharp.IsNullableValue(from.Type) ? "!.Value." : from.MayBeNull ? "!." : ".";
        return new Source(from.Expression + way + CSharp.Escape(property.Name), property.Type, from.MayBeNull || IsNullable(property.Type));
    }

    private static IPropertySymbol? MemberOf(INamedTypeSymbol type, IParameterSymbol parameter) => EntityShape.PropertiesOf(type)
        .FirstOrDefault(member => string.Equals(member.Name, parameter.Name, StringComparison.OrdinalIgnoreCase));

    private static ITypeSymbol Unwrap(ITypeSymbol type) =>
        CSharp.IsNullableValue(type) ? ((INamedTypeSymbol)type).TypeArguments[0] : type;

    private static bool IsNullable(ITypeSymbol type) =>
        type.NullableAnnotation == NullableAnnotation.Annotated || CSharp.IsNullableValue(type);

    private static bool TakesNull(ITypeSymbol type) =>
        type.NullableAnnotation != NullableAnnotation.NotAnnotated && !type.IsValueType || CSharp.IsNullableValue(type);

    private static string Nothing(IPropertySymbol member) => $"default({member.Type.Name()})!";

    // What is wrong inside a nested DTO is reported where that one is declared.
    private void Report(Finding finding)
    {
        if (_open.Count == 1)
            _findings.Add(finding);
    }
}
