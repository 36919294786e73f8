using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Listing;

/// <summary>Finds the columns from which a member of a DTO is read.</summary>
internal sealed class SourceColumns(IModel model) : ExpressionVisitor
{
    private readonly List<IProperty> _found = [];

    /// <summary>The one column that the source is, by members alone as in <c>post.Blog.Name</c>; null when it computes something.</summary>
    public static IProperty? Single(IModel model, Expression source)
    {
        source = Plain(source);
        return source is MemberExpression member && IsPath(member.Expression) ? Find(model, member) : null;
    }

    /// <summary>Every column that the source reads, however it computes with them.</summary>
    public static IReadOnlyList<IProperty> All(IModel model, Expression source)
    {
        SourceColumns columns = new(model);
        columns.Visit(source);
        return columns._found;
    }

    protected override Expression VisitMember(MemberExpression node)
    {
        if (Find(model, node) is { } property)
            _found.Add(property);
        return base.VisitMember(node);
    }

    private static IProperty? Find(IModel model, MemberExpression member) => member.Expression is { Type: var owner }
        ? model.GetEntityTypes().SelectMany(type => type.GetFlattenedProperties()).FirstOrDefault(property =>
            property.PropertyInfo is { } known
            && known.Name == member.Member.Name
            && known.DeclaringType == member.Member.DeclaringType
            && (property.DeclaringType.ClrType.IsAssignableTo(owner) || owner.IsAssignableTo(property.DeclaringType.ClrType)))
        : null;

    private static bool IsPath(Expression? expression) => expression switch
    {
        ParameterExpression => true,
        MemberExpression member => IsPath(member.Expression),
        UnaryExpression { NodeType: ExpressionType.Convert } convert => IsPath(convert.Operand),
        _ => false,
    };

    private static Expression Plain(Expression expression) =>
        expression is UnaryExpression { NodeType: ExpressionType.Convert } convert
            ? Plain(convert.Operand)
            : expression;
}
