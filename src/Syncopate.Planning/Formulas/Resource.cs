namespace Syncopate.Planning.Formulas;

/// <summary>What keeps a system from answering more.</summary>
public enum Resource
{
    /// <summary>The users themselves: they do not ask for more.</summary>
    Users,

    /// <summary>The cores: all are busy.</summary>
    Cores,

    /// <summary>The pool's threads: all are blocked or busy.</summary>
    Threads,
}
