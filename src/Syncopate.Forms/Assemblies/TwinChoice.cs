using Syncopate.Calling;

namespace Syncopate.Assemblies;

/// <summary>Finds the pair that a call means.</summary>
internal static class TwinChoice
{
    private const int MostNamed = 8;

    /// <summary>The one pair that takes these arguments.</summary>
    /// <param name="twins">All of the assembly.</param>
    /// <param name="call">What was typed.</param>
    /// <param name="assembly">Its file, for messages.</param>
    /// <exception cref="FormsFault">There is none, or there are several, or it cannot be called.</exception>
    public static Twin Of(IReadOnlyList<Twin> twins, MethodCall call, string assembly)
    {
        Twin[] named = [.. twins.Where(t => call.IsOf(t.Type) && call.Names(t))];
        if (named.Length == 0)
        {
            throw new FormsFault($"{Path.GetFileName(assembly)} has no pair {call.Type}.{call.Name} with and without Async. "
                + Known(twins, call));
        }

        if (named.Select(t => t.Type).Distinct(StringComparer.Ordinal).Count() > 1)
        {
            throw new FormsFault($"{call.Type} is the end of several names of types: "
                + $"{string.Join(", ", named.Select(t => t.Type).Distinct(StringComparer.Ordinal))}. Give the whole name.");
        }

        if (named.Select(t => t.Obstacle).FirstOrDefault(o => o is not null) is { } obstacle)
        {
            throw new FormsFault($"{named[0].Type}.{named[0].Sync.Name} cannot be called: {obstacle}. "
                + "Compare it in a program of yours, which makes what it needs (docs/library.md).");
        }

        (Twin Twin, int Fit)[] fitting =
            [.. from twin in named let fit = Fit(twin, call) where fit is not null select (twin, fit.Value)];
        if (fitting.Length == 0)
        {
            throw new FormsFault($"{named[0].Type}.{named[0].Sync.Name} does not take ({Typed(call)}). It takes: "
                + $"{string.Join("; ", named.Select(Parameters))}. A token is given by the tool.");
        }

        Twin[] best = [.. fitting.Where(f => f.Fit == fitting.Min(o => o.Fit)).Select(f => f.Twin)];
        return best is [var only]
            ? only
            : throw new FormsFault($"({Typed(call)}) fits several methods of {named[0].Type}.{named[0].Sync.Name}: "
                + $"{string.Join("; ", best.Select(Parameters))}. Compare the one that you mean in a program of yours (docs/library.md).");
    }

    private static int? Fit(Twin twin, MethodCall call)
    {
        IReadOnlyList<TwinParameter> own = twin.Sync.Own;
        if (call.Arguments.Count > own.Count || own.Skip(call.Arguments.Count).Any(p => !p.IsOptional))
            return null;
        // One that is called with all of its parameters is meant before one with more of them.
        int sum = own.Count - call.Arguments.Count;
        foreach ((Literal argument, TwinParameter parameter) in call.Arguments.Zip(own))
        {
            if (argument.Fit(parameter.Type) is not { } fit)
                return null;
            sum += 10 * fit;
        }

        return sum;
    }

    private static string Typed(MethodCall call) => string.Join(", ", call.Arguments.Select(a => a.Text));

    private static string Parameters(Twin twin) =>
        $"({string.Join(", ", twin.Sync.Own.Select(p => $"{p.Type} {p.Name}{(p.IsOptional ? ", optional" : "")}"))})";

    private static string Known(IReadOnlyList<Twin> twins, MethodCall call)
    {
        Twin[] near = [.. twins.Where(t => call.Names(t) || call.IsOf(t.Type))];
        string[] names = [.. (near.Length > 0 ? near : twins).Select(t => $"{t.Type}.{t.Sync.Name}").Distinct(StringComparer.Ordinal)];
        if (names.Length == 0)
            return "It has none at all: --twins looks for methods Find and FindAsync of one type, with the same parameters.";
        int left = names.Length - MostNamed;
        string more = left > 0 ? FormattableString.Invariant($" and {left} more: --twins lists them") : "";
        return $"It has {string.Join(", ", names.Take(MostNamed))}{more}.";
    }
}
