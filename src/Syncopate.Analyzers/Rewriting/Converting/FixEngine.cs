using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Reading;
using Syncopate.Analyzers.Rewriting.Sites;

namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>Gives what was sighted the changes of code that fix it, together as one change that compiles.</summary>
internal static class FixEngine
{
    // Each costs a binding of all that changes.
    private const int SecondChances = 20;

    /// <summary>Decides for all of some sightings, writes the changes and binds them.</summary>
    /// <param name="code">All code that may change.</param>
    /// <param name="sightings">What to fix; earlier ones win where two do not go together.</param>
    /// <param name="reach">How far a change may go.</param>
    /// <param name="cancellation">Ends the work.</param>
    public static FixPlan Plan(SourceSet code, IReadOnlyList<Sighting> sightings, FixReach reach, CancellationToken cancellation)
    {
        Dictionary<Sighting, string> refused = [];
        FixAttempt attempt = FixAttempt.Of(code, sightings, refused, reach);
        for (IReadOnlyList<AddedError> errors = attempt.Errors(code); errors.Count > 0; errors = attempt.Errors(code))
        {
            cancellation.ThrowIfCancellationRequested();
            foreach (AddedError error in errors.GroupBy(error => error.Tree).Select(tree => tree.First()))
                foreach (Sighting blamed in attempt.Blame(error))
                    refused[blamed] = $"The changed code would not compile: {error.Text}";
            attempt = FixAttempt.Of(code, sightings, refused, reach);
        }

        attempt = Forgive(attempt, refused, one => FixAttempt.Of(code, sightings, one, reach), code);
        return new FixPlan(attempt.Edits, attempt.Answers, attempt.State);
    }

    // Blame is wide: what only stood beside an error gets a second chance, one by one.
    private static FixAttempt Forgive(
        FixAttempt attempt, Dictionary<Sighting, string> refused, Func<IReadOnlyDictionary<Sighting, string>, FixAttempt> retry, SourceSet code)
    {
        foreach (Sighting sighting in refused.Keys.Take(SecondChances).ToArray())
        {
            string why = refused[sighting];
            refused.Remove(sighting);
            FixAttempt without = retry(refused);
            if (without.Errors(code).Count == 0)
                attempt = without;
            else
                refused[sighting] = why;
        }

        return attempt;
    }

    /// <summary>Reads the change that one sighting takes by itself.</summary>
    public static SiteAnswer Read(Sighting sighting, SourceSet code)
    {
        SemanticModel model = code.Model(sighting.Node.SyntaxTree);
        return sighting.Rule.Id switch
        {
            "SYNC2006" => OverlapReader.Read(sighting.Node, sighting.Last, model),
            "SYNC2008" => DroppedTask.Read(sighting.Node, model),
            "SYNC2009" => DisposalSite.Read(sighting.Node, model),
            _ => SiteReader.Read(sighting.Node, sighting.Twin, model),
        };
    }

    /// <summary>The async method that nobody can await, of a sighting of SYNC2007; null for a lambda.</summary>
    public static IMethodSymbol? VoidMethod(Sighting sighting, SourceSet code)
    {
        SyntaxNode? declaration = sighting.Node.AncestorsAndSelf()
            .FirstOrDefault(node => node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax or BaseMethodDeclarationSyntax);
        bool isHandedOn = sighting.Node.DescendantNodesAndSelf().Any(node => node is AnonymousFunctionExpressionSyntax) && declaration != sighting.Node;
        return declaration is null or AnonymousFunctionExpressionSyntax || isHandedOn
            ? null : code.Model(declaration.SyntaxTree).GetDeclaredSymbol(declaration) as IMethodSymbol;
    }
}
