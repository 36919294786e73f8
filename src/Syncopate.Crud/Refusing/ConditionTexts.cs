using System.Linq.Expressions;
using System.Reflection;

namespace Syncopate.Crud.Refusing;

/// <summary>The texts that a condition of the caller's brings along: written in it, or in variables that it uses. Values that a property or
/// a method would make are not looked at, as asking for them might do something.</summary>
internal sealed class ConditionTexts : ExpressionVisitor
{
    private static readonly CrudError Broken = new("", "The condition holds a character that the database cannot store.");

    private bool _hasBroken;

    private ConditionTexts()
    {
    }

    /// <summary>The refusal of a condition with a text that no database keeps as it is: it could fit rows that hold another one. Null for
    /// every other condition.</summary>
    public static Result<int>? Refusal(Expression condition)
    {
        ConditionTexts texts = new();
        texts.Visit(condition);
        return texts._hasBroken ? Result.Invalid<int>([Broken]) : null;
    }

    protected override Expression VisitConstant(ConstantExpression node)
    {
        Look(node.Value);
        return node;
    }

    protected override Expression VisitMember(MemberExpression node)
    {
        Look(Captured(node));
        return base.VisitMember(node);
    }

    private static object? Captured(Expression? node) => node switch
    {
        ConstantExpression constant => constant.Value,
        MemberExpression { Member: FieldInfo { IsStatic: true } field } => field.GetValue(null),
        MemberExpression { Member: FieldInfo field } member => Captured(member.Expression) is { } owner ? field.GetValue(owner) : null,
        _ => null,
    };

    private void Look(object? value) => _hasBroken |= value switch
    {
        string text => UnfitValues.IsBroken(text),
        ICollection<string?> texts => texts.Any(text => text is not null && UnfitValues.IsBroken(text)),
        _ => false,
    };
}
