using System.Collections.Concurrent;

namespace Syncopate.Crud.Reading;

/// <summary>A query by key for each set of filters that calls leave out: as many as the program's text names, never
/// what a user names.</summary>
/// <param name="make">Writes the query.</param>
internal sealed class ScopedKeyQuery<TResult>(Func<IgnoredFilters, KeyQuery<TResult>> make)
    where TResult : class
{
    private readonly KeyQuery<TResult> _usual = make(IgnoredFilters.None);

    // Any thread; the dictionary guards itself, and two that are made at once are alike.
    private readonly ConcurrentDictionary<string, KeyQuery<TResult>> _others = new(StringComparer.Ordinal);

    public KeyQuery<TResult> For(IgnoredFilters ignored) =>
        ignored.IsNone
            ? _usual
            : _others.GetOrAdd(ignored.Name, static (_, asked) => asked.Make(asked.Ignored), (Make: make, Ignored: ignored));
}
