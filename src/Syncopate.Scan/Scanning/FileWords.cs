using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Analyzers.Calls;

namespace Syncopate.Scan.Scanning;

/// <summary>
/// The words of one file, read from its text: where names are used that others look for, and which members a rule has to look into. A tree has an object
/// for every node that was ever looked at and keeps it; most members of a code base hold nothing of interest, and are never looked at.
/// </summary>
internal sealed class FileWords
{
    private readonly List<int> _interesting = [];

    private FileWords()
    {
    }

    /// <summary>True when a rule has anything to look at.</summary>
    public bool IsOfInterest => _interesting.Count > 0;

    /// <summary>True when it may register services.</summary>
    public bool Registers { get; private set; }

    /// <summary>True when it may map routes.</summary>
    public bool Maps { get; private set; }

    /// <summary>True for a member in which a rule has something to look at.</summary>
    public bool Holds(TextSpan span)
    {
        int at = _interesting.BinarySearch(span.Start);
        if (at < 0)
            at = ~at;
        return at < _interesting.Count && _interesting[at] < span.End;
    }

    /// <summary>Reads the words of a file.</summary>
    /// <param name="tree">The file.</param>
    /// <param name="isCall">True for the name of a call that may block, or may be dropped.</param>
    /// <param name="declared">Names of members that something may call.</param>
    /// <param name="use">Receives each use of such a name and where it is.</param>
    public static FileWords Read(SyntaxTree tree, Func<string, bool> isCall, HashSet<string> declared, Action<string, int> use)
    {
        FileWords words = new();
        Dictionary<string, bool> calls = new(StringComparer.Ordinal);
        Dictionary<string, bool>.AlternateLookup<ReadOnlySpan<char>> known = calls.GetAlternateLookup<ReadOnlySpan<char>>();
        HashSet<string>.AlternateLookup<ReadOnlySpan<char>> names = declared.GetAlternateLookup<ReadOnlySpan<char>>();
        string text = tree.GetText().ToString();
        for (int i = 0; i < text.Length; i++)
        {
            if (!char.IsLetter(text[i]) && text[i] != '_')
                continue;
            int start = i;
            while (i < text.Length && (char.IsLetterOrDigit(text[i]) || text[i] == '_'))
                i++;
            ReadOnlySpan<char> word = text.AsSpan(start, i - start);
            if (names.TryGetValue(word, out string? name))
                use(name, start);
            if (!known.TryGetValue(word, out bool isInteresting))
                known[word] = isInteresting = words.Note(word.ToString(), isCall);
            if (isInteresting)
                words._interesting.Add(start);
        }
        return words;
    }

    // Of a word that was not met before: what it says of the file, and whether a rule looks where it stands.
    private bool Note(string word, Func<string, bool> isCall)
    {
        Registers |= Registrations.Names.Contains(word);
        Maps |= word.StartsWith("Map", StringComparison.Ordinal);
        return IsInteresting(word, isCall);
    }

    private static bool IsInteresting(string word, Func<string, bool> isCall) => word is "async" or "await" or "using" or "Run" or "StartNew" or "Delay" or "WhenAll" or "WhenAny"
        || BlockingCalls.IsWord(word) || word.EndsWith("Async", StringComparison.Ordinal) || isCall(word);
}
