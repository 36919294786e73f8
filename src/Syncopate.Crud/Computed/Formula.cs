using System.Linq.Expressions;

namespace Syncopate.Crud.Computed;

/// <summary>How a member is computed; see <see cref="Formula{TEntity,TValue}"/>.</summary>
public abstract class Formula
{
    private protected Formula(LambdaExpression expression) => Lambda = expression;

    internal LambdaExpression Lambda { get; }
}

/// <summary>How a member is computed, in SQL and in memory alike. Keep it in a static property with an initializer: it
/// is compiled once, when first used in memory.</summary>
/// <typeparam name="TEntity">The class that has the member.</typeparam>
/// <typeparam name="TValue">The member's type.</typeparam>
/// <param name="expression">What EF Core can translate; it may use other computed members, but not itself.</param>
public sealed class Formula<TEntity, TValue>(Expression<Func<TEntity, TValue>> expression) : Formula(expression)
    where TEntity : class
{
    private readonly Lazy<Func<TEntity, TValue>> _compiled = new(expression.Compile);

    /// <summary>The value in memory, from what the entity has loaded. Safe from any thread.</summary>
    /// <param name="entity">With the navigations that the formula needs.</param>
    public TValue Of(TEntity entity) => _compiled.Value(entity);
}
