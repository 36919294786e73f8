using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Changing;

/// <summary>Which members of a form an update takes into the entity.</summary>
internal static class WrittenMembers
{
    /// <summary>Null where only the form's author knows: all of it is written by hand.</summary>
    /// <param name="entity">Its tokens are what a form expects, so they count as written.</param>
    public static IReadOnlySet<string>? Of<TEntity, TForm>(IEntityType entity)
        where TEntity : class
        where TForm : class
    {
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        if (Array.Exists(typeof(TForm).GetInterfaces(), type => type.IsMadeOf(typeof(IWritesTo<,>))))
        {
            if (typeof(TForm).GetCustomAttribute<HandWrittenMembersAttribute>() is not { } byHand)
                return null;
            names.UnionWith(byHand.Names);
        }

        if (typeof(ICopiesTo<TEntity>).IsAssignableFrom(typeof(TForm)))
        {
            if (CopiedBy(typeof(TForm), typeof(ICopiesTo<TEntity>)) is not { } copied)
                return null;
            names.UnionWith(copied);
        }
        names.UnionWith(new UnkeyedMembers(entity, typeof(TForm)).Names);

        if (EntityMethods<TEntity, TForm>.Update(new(CallForm.Asynchronous), isOfKeys: true) is { } update)
            names.UnionWith(update.Method.GetParameters().Select(parameter => parameter.Name ?? ""));
        names.UnionWith(entity.GetProperties().Where(property => property.IsConcurrencyToken).Select(property => property.Name));
        return names;
    }

    /// <summary>What one form inside another copies; null where that cannot be determined.</summary>
    public static IReadOnlySet<string>? Of(Type nested)
    {
        Type[] copies = Array.FindAll(nested.GetInterfaces(), type => type.IsMadeOf(typeof(ICopiesTo<>)));
        return copies is [var only] ? CopiedBy(nested, only) : null;
    }

    /// <summary>True for a member that a patch may not change: no form writes it, or an update would not take it.</summary>
    public static bool Forbids(IReadOnlySet<string>? written, ICustomAttributeProvider? member) =>
        member is not null && WriteProtection.Covers(member) || Misses(written, member);

    /// <summary>True for a member whose new value would go nowhere. One with a setter of its own may put it into others.</summary>
    public static bool Misses(IReadOnlySet<string>? written, ICustomAttributeProvider? member) => written is not null
        && member is MemberInfo { Name: var name }
        && !written.Contains(name)
        && (member is FieldInfo
            || member is PropertyInfo { SetMethod: { } setter } && setter.IsDefined(typeof(CompilerGeneratedAttribute)));

    private static HashSet<string>? CopiedBy(Type form, Type copies) =>
        form.GetInterfaceMap(copies).TargetMethods[0].GetCustomAttribute<CopiedMembersAttribute>()?.Names
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
}
