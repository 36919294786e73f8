using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Crud.Generator;

/// <summary>
/// Finds which members of a DTO go back into the entity: those that stand in both under one name and that a user may
/// change, and those of the values that are part of the entity, nested or flattened. Keys, versions, other entities and
/// what is protected, on either side, stay as they are. What is left out although it can be set is a finding: a user
/// would change it, and be notified that all is saved.
/// </summary>
internal sealed class CopyReader(ProjectionReader reader, INamedTypeSymbol dto, INamedTypeSymbol entity)
{
    private readonly List<Finding> _findings = [];
    private readonly List<Finding> _left = [];
    private readonly List<string> _keys = [];

    // The DTOs around this one, to find one that contains itself.
    private readonly List<INamedTypeSymbol> _around = [];

    /// <summary>What the author should fix. Complete once the statements have been written.</summary>
    public IReadOnlyList<Finding> Findings => _findings;

    /// <summary>The members that are left out because they have names of a key: which of them are none, only the model of
    /// the context shows. Complete once the statements have been written.</summary>
    public IReadOnlyList<string> Keys => _keys;

    /// <summary>The statements of CopyTo by the names of the DTO's members, in their order; empty when nothing may be copied.</summary>
    public IReadOnlyList<(string Member, string Statement)> Statements()
    {
        IEnumerable<IPropertySymbol> offered = EntityShape.PropertiesOf(dto)
            .Where(member => reader.IsReachable(member.SetMethod) && reader.IsReachable(member.GetMethod))
            .Where(member => !member.Has(Known.NotProjected) && !member.IsProtected());
        List<(string, string)> statements = [];
        foreach (IPropertySymbol member in offered)
            if (Statement(member) is { } statement)
                statements.Add((member.Name, statement));

        // A DTO of which nothing goes back is none that a user fills in.
        if (statements.Count > 0)
            _findings.AddRange(_left);
        return statements;
    }

    private string? Statement(IPropertySymbol member)
    {
        if (member.Has(Known.ReadsKeys))
            return Left(member, "nothing writes the rows that are chosen");
        if (reader.Path(member.Name) is not { } path)
            return null;
        if (path.Any(step => step.IsProtected() || step.Has(Known.Timestamp)))
            return null;
        return path.Count == 1 ? Exact(member, path[0]) : Flattened(member, path);
    }

    private string? Exact(IPropertySymbol member, IPropertySymbol target)
    {
        if (EntityShape.KeyOf(entity).Contains(target.Name))
        {
            if (IsSettable(target) && reader.Converts(member.Type, target.Type))
                _keys.Add(member.Name);
            return null;
        }
        if (member.Type is INamedTypeSymbol nested
            && Known.EntityOf(nested) is { } part
            && reader.Converts(target.Type, part))
            return Nested(member, target, (nested, part));
        if (!reader.Converts(target.Type, member.Type))
            return EntityShape.ElementOf(target.Type) is not null && EntityShape.ElementOf(member.Type) is not null
                ? Left(member, "it is a list of other types than in the entity")
                : null;
        if (!IsPart(EntityShape.ElementOf(target.Type) ?? target.Type))
            return Left(member, "it belongs to another entity");
        if (!IsSettable(target))
            return Left(member, "the entity has no public setter for it");
        return Fits(member, target)
            ? $"entity.{CSharp.Escape(target.Name)} = {CSharp.Escape(member.Name)}{(LosesNull(member, target) ? "!" : "")};"
            : null;
    }

    /// <summary>A DTO of its own for a value that is part of the entity.</summary>
    private string? Nested(
        IPropertySymbol member, IPropertySymbol target, (INamedTypeSymbol Dto, INamedTypeSymbol Value) part)
    {
        if (!IsPart(part.Value))
            return Left(member, "it belongs to another entity");
        if (!part.Dto.IsReferenceType || !part.Value.IsReferenceType || !CopiesInto(part.Dto, part.Value))
            return Left(member, $"'{part.Dto.Name}' has no member that can be copied into a '{part.Value.Name}'");

        var (from, to) = (CSharp.Escape(member.Name), $"entity.{CSharp.Escape(target.Name)}");
        if (!CanBeMade(target, part.Value))
            return IsNullable(target.Type)
                ? Left(member, $"'{target.Name}' may be null, and the entity has no public setter for it")
                : $"{from}?.CopyTo({to});";

        string copy = $"{from}.CopyTo({to} ??= new {part.Value.Name()}());";
        return IsNullable(target.Type)
            ? $"if ({from} is null)\n    {to} = null;\nelse\n    {copy}"
            : $"if ({from} is not null)\n    {copy}";
    }

    /// <summary>A member of a value that is part of the entity, as HomeCity of Home.City.</summary>
    private string? Flattened(IPropertySymbol member, IReadOnlyList<IPropertySymbol> path)
    {
        IPropertySymbol target = path[path.Count - 1];
        List<IPropertySymbol> way = path.Take(path.Count - 1).ToList();
        if (!way.All(step => IsObject(step.Type)))
            return Left(member, "it is computed from the entity");
        if (way.Any(step => !IsPart(step.Type)))
            return Left(member, "it belongs to another entity");
        if (!IsSettable(target)
            || !IsPart(EntityShape.ElementOf(target.Type) ?? target.Type)
            || way.Any(step => IsNullable(step.Type) && !CanBeMade(step, (INamedTypeSymbol)step.Type)))
            return Left(member, "the entity has no public setter on the way to it");
        if (!Fits(member, target))
            return null;

        string to = way.Aggregate("entity", (text, step) => IsNullable(step.Type)
            ? $"({text}.{CSharp.Escape(step.Name)} ??= new {step.Type.WithNullableAnnotation(NullableAnnotation.NotAnnotated).Name()}())"
            : $"{text}.{CSharp.Escape(step.Name)}");
        string copy = $"{to}.{CSharp.Escape(target.Name)} = {CSharp.Escape(member.Name)}{(LosesNull(member, target) ? "!" : "")};";

        // What is not there stays so when there is nothing to put into it.
        if (!way.Any(step => IsNullable(step.Type)) || !IsNullable(member.Type))
            return copy;

        string there = string.Join("?.", way.Select(step => CSharp.Escape(step.Name)));
        return $"if ({CSharp.Escape(member.Name)} is not null || entity.{there} is not null)\n    {copy}";
    }

    private bool Fits(IPropertySymbol member, IPropertySymbol target)
    {
        if (reader.Converts(member.Type, target.Type))
            return true;

        string why = $"it is '{member.Type.ToMinimal()}' here and '{target.Type.ToMinimal()}' in the entity";
        _findings.Add(new Finding(Rules.NotCopied, member, member.Name, why));
        return false;
    }

    private string? Left(IPropertySymbol member, string why)
    {
        if (member.SetMethod is { IsInitOnly: false } && !IsWrittenByHand(member))
            _left.Add(new Finding(Rules.NotCopied, member, member.Name, why));
        return null;
    }

    /// <summary>By a method of the entity that the form names, or in a method of a form that writes itself.</summary>
    private bool IsWrittenByHand(IPropertySymbol member)
    {
        IEnumerable<IMethodSymbol> named = new[] { dto.Argument(Known.CreatesBy), dto.Argument(Known.UpdatesBy) }.OfType<string>().SelectMany(MethodsOf);
        if (named.SelectMany(method => method.Parameters).Any(parameter => IsCalled(parameter, member.Name)))
            return true;

        return HandWritten.WritesItself(dto)
            && dto.DeclaringSyntaxReferences.Any(declaration => declaration.GetSyntax().DescendantNodes().OfType<MethodDeclarationSyntax>()
                .SelectMany(method => method.DescendantNodes().OfType<IdentifierNameSyntax>())
                .Any(name => name.Identifier.ValueText == member.Name));
    }

    /// <summary>The entity's own name means its constructors.</summary>
    private IEnumerable<IMethodSymbol> MethodsOf(string name) => name == entity.Name
        ? entity.InstanceConstructors
        : EntityShape.Ancestry(entity).SelectMany(type => type.GetMembers(name)).OfType<IMethodSymbol>();

    private static bool IsCalled(IParameterSymbol parameter, string name) =>
        string.Equals(parameter.Name, name, StringComparison.OrdinalIgnoreCase);

    private bool CopiesInto(INamedTypeSymbol nested, INamedTypeSymbol value)
    {
        if (PartWriter.HasCopyTo(nested, value))
            return true;
        if (!PartWriter.IsPartial(nested) || _around.Concat([dto]).Contains(nested, SymbolEqualityComparer.Default))
            return false;

        CopyReader inner = new(reader.For(nested, value), nested, value);
        inner._around.AddRange([.. _around, dto]);
        return inner.Statements().Count > 0;
    }

    private static bool IsObject(ITypeSymbol type) => type is { TypeKind: TypeKind.Class, SpecialType: not SpecialType.System_String }
        && EntityShape.ElementOf(type) is null;

    /// <summary>True for a plain value and for one that is part of the entity; false for an entity, which has a key of its own.</summary>
    private static bool IsPart(ITypeSymbol type) => EntityShape.KeyOf(type).Count == 0;

    private static bool IsSettable(IPropertySymbol target) =>
        target.SetMethod is { DeclaredAccessibility: Accessibility.Public, IsInitOnly: false };

    private static bool CanBeMade(IPropertySymbol target, INamedTypeSymbol type) => IsSettable(target) && !type.IsAbstract
        && type.InstanceConstructors.Any(
            constructor => constructor is { DeclaredAccessibility: Accessibility.Public, Parameters.IsEmpty: true })
        && !EntityShape.PropertiesOf(type).Any(property => property.IsRequired);

    private static bool IsNullable(ITypeSymbol type) =>
        type.NullableAnnotation == NullableAnnotation.Annotated || CSharp.IsNullableValue(type);

    // A form has null where the user sent nothing. The rules of the entity say so to the user; a compiler warning would tell nobody.
    private static bool LosesNull(IPropertySymbol member, IPropertySymbol target) => !member.Type.IsValueType
        && member.Type.NullableAnnotation == NullableAnnotation.Annotated && target.Type.NullableAnnotation != NullableAnnotation.Annotated;
}
