using Microsoft.CodeAnalysis;

namespace Syncopate.Crud.Generator;

/// <summary>
/// Finds which members of a DTO go back into the entity: those that stand in both under one name and that a user may change. Keys, versions,
/// flattened and nested members, other entities and what is marked [NotCopiedBack], on either side, stay as they are.
/// </summary>
internal sealed class CopyReader(ProjectionReader reader, INamedTypeSymbol dto, INamedTypeSymbol entity)
{
    private readonly List<Finding> _findings = [];

    /// <summary>What the author should mend. Complete once the statements have been written.</summary>
    public IReadOnlyList<Finding> Findings => _findings;

    /// <summary>The statements of CopyTo, in the order of the DTO's members; empty when nothing may be copied.</summary>
    public IReadOnlyList<string> Statements()
    {
        var key = EntityShape.KeyOf(entity);
        return
        [
            ..
            from member in EntityShape.PropertiesOf(dto)
            where reader.IsReachable(member.SetMethod) && reader.IsReachable(member.GetMethod) && !member.Has(Known.NotCopiedBack)
            let target = reader.Counterpart(member)
            where target is not null && MayChange(target) && !key.Contains(target.Name)
            where Fits(member, target)
            select $"entity.{CSharp.Escape(target.Name)} = {CSharp.Escape(member.Name)}{(LosesNull(member, target) ? "!" : "")};",
        ];
    }

    private bool Fits(IPropertySymbol member, IPropertySymbol target)
    {
        if (reader.Converts(member.Type, target.Type))
            return true;

        _findings.Add(new Finding(Rules.NotCopied, member, member.Name, member.Type.ToMinimal(), target.Type.ToMinimal()));
        return false;
    }

    private static bool MayChange(IPropertySymbol target) =>
        target.SetMethod is { DeclaredAccessibility: Accessibility.Public, IsInitOnly: false }
        && !target.Has(Known.NotCopiedBack) && !target.Has(Known.Timestamp)
        && EntityShape.KeyOf(EntityShape.ElementOf(target.Type) ?? target.Type).Count == 0;

    // A form has null where the user sent nothing. The rules of the entity say so to the user; a compiler warning would tell nobody.
    private static bool LosesNull(IPropertySymbol member, IPropertySymbol target) => !member.Type.IsValueType
        && member.Type.NullableAnnotation == NullableAnnotation.Annotated && target.Type.NullableAnnotation != NullableAnnotation.Annotated;
}
