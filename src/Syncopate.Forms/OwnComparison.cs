using Syncopate.Calling;
using Syncopate.Children;

namespace Syncopate;

/// <summary>What a program compares of its own: forms of code, or routes of its app.</summary>
/// <param name="Title">What all of them do.</param>
/// <param name="Site">What distinguishes it from other comparisons of the program.</param>
internal abstract record OwnComparison(string Title, string Site)
{
    /// <summary>How it is measured, unless the line says otherwise.</summary>
    public required FormSettings Settings { get; init; }

    /// <summary>What a reader calls each of them, the baseline first.</summary>
    public abstract IReadOnlyList<string> Labels { get; }

    /// <summary>What one measured piece is: "call" or "request".</summary>
    public abstract string Piece { get; }

    /// <summary>Options of <c>compare</c> that make no sense here, each with the reason.</summary>
    public abstract IReadOnlyList<(string Option, string Reason)> Refused { get; }

    /// <summary>Throws when there is nothing to compare.</summary>
    /// <exception cref="FormsFault">So it is.</exception>
    public abstract void Check();

    /// <summary>Serves one of them for the process that measures, until that is gone or asks to stop.</summary>
    /// <param name="address">Which of them.</param>
    public abstract Task ServeAsync(FormAddress address);

    /// <summary>The comparison with a process for each of them.</summary>
    /// <param name="command">How this program is started once more.</param>
    public abstract OwnRows Apart(FormCommand command);

    /// <summary>The comparison inside this process.</summary>
    /// <exception cref="FormsException">It cannot be begun.</exception>
    public abstract Task<OwnRows> HereAsync(CancellationToken cancellationToken);
}
