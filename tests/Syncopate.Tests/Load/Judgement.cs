namespace Syncopate.Tests.Load;

/// <summary>What is made of one attempt of a test that needs time.</summary>
internal enum Judgement
{
    /// <summary>It has passed.</summary>
    Passed,

    /// <summary>It has failed on a machine that had no time: once more.</summary>
    Again,

    /// <summary>It has failed, and the machine has no time even when nothing is done here: nobody can say.</summary>
    NotJudged,

    /// <summary>It has failed.</summary>
    Failed,
}
