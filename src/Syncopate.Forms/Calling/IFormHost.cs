using Syncopate.Running.Servers;

namespace Syncopate.Calling;

/// <summary>Where forms are called: each in a process of its own, or all in this one.</summary>
internal interface IFormHost
{
    /// <summary>What a reader of the report must know of it, a full sentence.</summary>
    string Caveat { get; }

    /// <summary>Where a form on a row is called.</summary>
    /// <param name="plan">The forms.</param>
    /// <param name="form">Index of the form.</param>
    /// <param name="row">Index of the row.</param>
    /// <param name="token">What whoever has it called says first.</param>
    IServerSource Open(FormPlan plan, int form, int row, string token);
}
