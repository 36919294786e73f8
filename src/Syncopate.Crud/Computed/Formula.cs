using System.Linq.Expressions;

namespace Syncopate.Crud.Computed;

/// <summary>How a member is computed; see <see cref="Formula{TEntity,TValue}"/>.</summary>
public abstract class Formula
{
    private protected Formula(LambdaExpression expression) => Lambda = expression;

    internal LambdaExpression Lambda { get; }
}
