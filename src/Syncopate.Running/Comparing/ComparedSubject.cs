using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>What is compared, where it is not two or three addresses.</summary>
/// <param name="Id">Id of the experiment.</param>
/// <param name="Title">Heading of the report.</param>
/// <param name="Question">What is asked.</param>
/// <param name="Caveats">What the reader must know; full sentences.</param>
/// <param name="CheckAsync">Called once with the first servers: throws <see cref="TargetFailedException"/> when they may
/// not be compared.</param>
internal sealed record ComparedSubject(
    string Id,
    string Title,
    string Question,
    IReadOnlyList<string> Caveats,
    Func<RunContext, ServerSet, CancellationToken, Task> CheckAsync)
{
    /// <summary>True when its forms are asked by HTTP and must give the same answer, before and in every slot; the
    /// default, false, leaves all checks to <see cref="CheckAsync"/>.</summary>
    public bool ChecksAnswers { get; init; }

    /// <summary>What one measured piece is, in the singular; null, the default, for a request.</summary>
    public string? Piece { get; init; }

    /// <summary>The table it is part of; null, the default, for none.</summary>
    public ExperimentGroup? Group { get; init; }
}
