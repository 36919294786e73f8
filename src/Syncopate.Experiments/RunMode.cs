namespace Syncopate.Experiments;

/// <summary>How large a run is.</summary>
internal enum RunMode
{
    /// <summary>At most 40 s: shorter waits and fewer users than the articles had.</summary>
    Quick,

    /// <summary>At most 5 minutes: the articles' waits, fewer repetitions.</summary>
    Default,

    /// <summary>The articles' own sizes.</summary>
    Full,
}
