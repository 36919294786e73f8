namespace Syncopate.Crud.Computed;

/// <summary>
/// A member without a column. In a query it is replaced by its formula and so computed by the database, in Select,
/// Where and OrderBy alike; the context must be set up with <see cref="ComputedMembers.UseComputedMembers{TBuilder}"/>.
/// In memory its getter asks the same formula.
/// </summary>
/// <example><code>
/// public static Formula&lt;Post, int&gt; LinesFormula { get; } = new(post =&gt; post.Parts.Sum(part =&gt; part.Lines));
///
/// [Computed(nameof(LinesFormula))]
/// public int Lines =&gt; LinesFormula.Of(this);
/// </code></example>
/// <param name="formula">The name of a static property of the same class that holds a <see cref="Formula{TEntity,TValue}"/>.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ComputedAttribute(string formula) : Attribute
{
    /// <summary>The name of the static property that holds the formula.</summary>
    public string Formula => formula;
}
