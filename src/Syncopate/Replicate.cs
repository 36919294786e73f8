namespace Syncopate;

/// <summary>What counts as one independent repetition of a comparison.</summary>
public enum Replicate
{
    /// <summary>A round on warm servers: each form once, in random order. For steady questions.</summary>
    Round,

    /// <summary>A round in which every form starts a new server process. For cold questions: first requests, thread ramps.</summary>
    ProcessStart,
}
