using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore.Query;

namespace Syncopate.Crud.Computed;

/// <summary>Replaces each computed member in a query by its formula, and those in the formula again. One instance
/// serves one query.</summary>
internal sealed class FormulaInliner : ExpressionVisitor
{
    // The members whose formulas are being written, to find one that uses itself.
    private readonly Stack<MemberInfo> _open = [];

    protected override Expression VisitMember(MemberExpression node)
    {
        if (node.Expression is not { } instance
            || node.Member.GetCustomAttribute<ComputedAttribute>() is not { } computed)
            return base.VisitMember(node);
        if (_open.Contains(node.Member))
            throw new InvalidOperationException(
                $"The formula of {NameOf(node.Member)} uses {NameOf(node.Member)}, directly or through others: it has no end. "
                + "Write it without.");

        LambdaExpression formula = FormulaOf(node.Member, computed);
        ParameterExpression parameter = formula.Parameters[0];
        Expression from = Visit(instance);
        _open.Push(node.Member);
        Expression body = Visit(formula.Body);
        _open.Pop();
        return ReplacingExpressionVisitor.Replace(
            parameter, from.Type == parameter.Type ? from : Expression.Convert(from, parameter.Type), body);
    }

    private static LambdaExpression FormulaOf(MemberInfo member, ComputedAttribute computed)
    {
        PropertyInfo? holder = member.DeclaringType?.GetProperty(
            computed.Formula, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic);
        if (holder?.GetValue(null) is not Formula { Lambda: var formula })
            throw new InvalidOperationException(
                $"{NameOf(member)} is marked [Computed(\"{computed.Formula}\")], "
                + $"but {member.DeclaringType?.Name} has no static property {computed.Formula} that holds a Formula.");
        if (!formula.Parameters[0].Type.IsAssignableFrom(member.DeclaringType)
            || formula.ReturnType != ((PropertyInfo)member).PropertyType)
            throw new InvalidOperationException(
                $"{NameOf(member)} is of type {((PropertyInfo)member).PropertyType.Name}, "
                + $"but {computed.Formula} computes {formula.ReturnType.Name} from {formula.Parameters[0].Type.Name}.");

        return formula;
    }

    private static string NameOf(MemberInfo member) => $"{member.DeclaringType?.Name}.{member.Name}";
}
