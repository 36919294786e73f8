using Microsoft.CodeAnalysis;

namespace Syncopate.Crud.Generator;

/// <summary>A value that the projection can read.</summary>
/// <param name="expression">C# that reads it, as in <c>entity.Blogger.Name</c>.</param>
/// <param name="type">Its type.</param>
/// <param name="mayBeNull">True when it, or something on the way to it, may be null.</param>
internal sealed class Source(string expression, ITypeSymbol type, bool mayBeNull)
{
    public string Expression => expression;

    public ITypeSymbol Type => type;

    public bool MayBeNull => mayBeNull;

    /// <summary>The way from the entity, for people: <c>Blogger.Name</c>.</summary>
    public string Path => expression.Substring(expression.IndexOf('.') + 1).Replace("!", "");

    /// <summary>The same after a check for null.</summary>
    public Source Present() => new(expression, type, mayBeNull: false);
}
