using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Reading;
using Syncopate.Analyzers.Rewriting.Sites;

namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>All that is wanted, decided and written once, but not yet bound.</summary>
/// <param name="Edits">What changes.</param>
/// <param name="Answers">What becomes of each sighting.</param>
/// <param name="State">What was decided.</param>
/// <param name="Shares">What each sighting that is fixed has added.</param>
internal sealed record FixAttempt(
    EditSet Edits, IReadOnlyList<FixAnswer> Answers, ConversionState State, IReadOnlyDictionary<Sighting, IReadOnlyList<NodeKey>> Shares)
{
    public static FixAttempt Of(SourceSet code, IReadOnlyList<Sighting> sightings, IReadOnlyDictionary<Sighting, string> refused, FixReach reach)
    {
        Conversion conversion = new(code, reach);
        List<FixAnswer> answers = [];
        Dictionary<Sighting, IReadOnlyList<NodeKey>> shares = [];
        foreach (Sighting sighting in sightings)
        {
            ConversionState before = conversion.State.Copy();
            FixAnswer answer = refused.TryGetValue(sighting, out string? refusal)
                ? new FixAnswer(sighting, null, refusal)
                : Answer(sighting, conversion, code);
            answers.Add(answer);
            if (answer.Refusal is null)
                shares[sighting] = [.. conversion.State.Since(before)];
        }

        return new FixAttempt(ConversionText.Write(conversion.State, code), answers, conversion.State, shares);
    }

    /// <summary>What stands in the way of the change as a whole: text that two edits touch, or an error of the compiler.</summary>
    public IReadOnlyList<AddedError> Errors(SourceSet code)
    {
        SyntaxTree? torn = Edits.Trees.FirstOrDefault(tree => Edits.ChangesOf(tree) is null);
        return torn is null ? CompileCheck.Errors(code, Edits) : [new AddedError(torn, -1, "two changes touch the same text.")];
    }

    /// <summary>The sightings whose changes lie around an error: the last one where the error is far from all of them.</summary>
    public IReadOnlyList<Sighting> Blame(AddedError error)
    {
        Sighting[] near = [.. Shares.Where(share => share.Value.Any(key => Holds(key, error))).Select(share => share.Key)];
        if (near.Length > 0)
            return near;
        Sighting[] same = [.. Shares.Where(share => share.Value.Any(key => key.Tree == error.Tree)).Select(share => share.Key)];
        return [same.Length > 0 ? same[same.Length - 1] : Shares.Keys.Last()];
    }

    private static bool Holds(NodeKey key, AddedError error) => key.Tree == error.Tree
        && key.Tree.GetRoot().FindNode(key.Span).FirstAncestorOrSelf<SyntaxNode>(node => node is MemberDeclarationSyntax)?.FullSpan.Contains(error.Position) == true;

    private static FixAnswer Answer(Sighting sighting, Conversion conversion, SourceSet code)
    {
        if (sighting.Rule.Id == "SYNC2007")
            return FixEngine.VoidMethod(sighting, code) is not { } method
                ? new FixAnswer(sighting, null, "Its delegate returns nothing, so nobody can await it.")
                : Answer(sighting, $"Return a task from {method.Name}", conversion.TryVoid(method));
        SiteAnswer read = FixEngine.Read(sighting, code);
        return read.Site is null ? new FixAnswer(sighting, null, read.Obstacle) : Answer(sighting, read.Site.Title, conversion.Try(read.Site));
    }

    private static FixAnswer Answer(Sighting sighting, string title, string? refusal) =>
        new(sighting, refusal is null ? title : null, refusal);
}
