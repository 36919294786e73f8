using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// Calls of LINQ on what surely lies in memory, as the text alone shows: <c>names.Where(…).ToList()</c> where <c>names</c> is
/// declared as a list. To bind such a call, with its lambdas, costs more than all else of a scan. Used by one thread, for one file.
/// </summary>
internal sealed class WrittenSequences
{
    private const int Depth = 6;

    private static readonly ImmutableHashSet<string> Types = ImmutableHashSet.Create(
        "List", "IList", "IReadOnlyList", "ICollection", "IReadOnlyCollection", "IEnumerable", "Dictionary",
        "IDictionary", "IReadOnlyDictionary", "HashSet", "ISet", "ConcurrentDictionary", "ImmutableArray", "ImmutableList",
        "ImmutableHashSet", "ImmutableDictionary");

    // What they are called on stays in memory, and so does what they give.
    private static readonly ImmutableHashSet<string> Links = ImmutableHashSet.Create(
        "Where", "Select", "SelectMany", "OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending", "Skip", "Take", "SkipWhile",
        "TakeWhile", "Concat", "Distinct", "DistinctBy", "Union", "Except", "Intersect", "Append", "Prepend", "Reverse", "Cast", "OfType",
        "GroupBy", "Zip", "ToList", "ToArray", "ToHashSet", "ToDictionary");

    private static readonly ImmutableHashSet<string> Ends = ImmutableHashSet.Create(
        "Any", "All", "Contains", "Count", "First", "FirstOrDefault", "Single", "SingleOrDefault", "Last", "LastOrDefault", "Sum",
        "Min", "Max", "Average", "Aggregate", "ElementAt", "ElementAtOrDefault", "SequenceEqual", "Find", "Exists", "ToLookup",
        "MinBy", "MaxBy");

    private readonly Dictionary<SyntaxNode, ILookup<string, SyntaxNode>> _declared = [];

    /// <summary>True for a call that needs no binding to see that it does not wait.</summary>
    /// <param name="call">The call.</param>
    /// <param name="name">Of what it calls.</param>
    public bool AreAskedBy(InvocationExpressionSyntax call, string name) =>
        (Links.Contains(name) || Ends.Contains(name))
        && call.Expression is MemberAccessExpressionSyntax access && IsOne(access.Expression, Depth);

    private bool IsOne(ExpressionSyntax? expression, int depth) => depth > 0 && expression switch
    {
        ParenthesizedExpressionSyntax inner => IsOne(inner.Expression, depth),
        ArrayCreationExpressionSyntax or ImplicitArrayCreationExpressionSyntax => true,
        ObjectCreationExpressionSyntax made => IsType(made.Type),
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax link } =>
            Links.Contains(link.Name.Identifier.ValueText) && IsOne(link.Expression, depth),
        IdentifierNameSyntax name => IsNamed(name, depth),
        _ => false,
    };

    // All that the member declares by this name, whichever is meant; else what its type does.
    private bool IsNamed(IdentifierNameSyntax name, int depth)
    {
        MemberDeclarationSyntax? member = name.FirstAncestorOrSelf<MemberDeclarationSyntax>();
        if (member?.Parent is not TypeDeclarationSyntax type)
            return false;
        foreach (SyntaxNode scope in (SyntaxNode[])[member, type])
        {
            if (!_declared.TryGetValue(scope, out ILookup<string, SyntaxNode>? declared))
                _declared[scope] = declared = (scope == type ? InType(type) : scope.DescendantNodes()).ToLookup(NameOf);
            SyntaxNode[] meant = [.. declared[name.Identifier.ValueText]];
            if (meant.Length > 0)
                return meant.All(one => IsDeclared(one, depth - 1));
        }
        return false;
    }

    private static IEnumerable<SyntaxNode> InType(TypeDeclarationSyntax type)
    {
        IEnumerable<SyntaxNode> fields = type.Members.OfType<BaseFieldDeclarationSyntax>()
            .SelectMany(field => field.Declaration.Variables);
        return [.. type.Members, .. fields, .. type.ParameterList?.Parameters ?? default];
    }

    // Empty for what declares no name that could be called on.
    private static string NameOf(SyntaxNode node) => node switch
    {
        VariableDeclaratorSyntax variable => variable.Identifier.ValueText,
        ParameterSyntax parameter => parameter.Identifier.ValueText,
        PropertyDeclarationSyntax property => property.Identifier.ValueText,
        SingleVariableDesignationSyntax designated => designated.Identifier.ValueText,
        ForEachStatementSyntax loop => loop.Identifier.ValueText,
        CatchDeclarationSyntax caught => caught.Identifier.ValueText,
        FromClauseSyntax from => from.Identifier.ValueText,
        LetClauseSyntax let => let.Identifier.ValueText,
        JoinClauseSyntax join => join.Identifier.ValueText,
        JoinIntoClauseSyntax into => into.Identifier.ValueText,
        QueryContinuationSyntax again => again.Identifier.ValueText,
        _ => "",
    };

    private bool IsDeclared(SyntaxNode node, int depth) => node switch
    {
        VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Type: var type } } variable =>
            type.IsVar ? IsOne(variable.Initializer?.Value, depth) : IsType(type),
        ParameterSyntax parameter => IsType(parameter.Type),
        PropertyDeclarationSyntax property => IsType(property.Type),
        _ => false,
    };

    private static bool IsType(TypeSyntax? type) => type switch
    {
        NullableTypeSyntax maybe => IsType(maybe.ElementType),
        ArrayTypeSyntax => true,
        PredefinedTypeSyntax text => text.Keyword.IsKind(SyntaxKind.StringKeyword),
        GenericNameSyntax generic => Types.Contains(generic.Identifier.ValueText),
        _ => false,
    };
}
