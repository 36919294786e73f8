using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>What an experiment states of its work. Who measures, judges or reports asks these, and never for the kind of work itself:
/// what an experiment says of its figures it brings along.</summary>
internal sealed record WorkTraits
{
    /// <summary>Work of which none of them holds.</summary>
    public static readonly WorkTraits None = new();

    /// <summary>A target that a user names: nothing was published of it, and nothing is known of what it does.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsUserDefined { get; init; }

    /// <summary>Work without a wait. A few milliseconds of a processor are all of it, so that code which is still being compiled, or
    /// threads that another page left behind, are no small part: it has servers to itself, and its differences are small.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool OnlyComputes { get; init; }

    /// <summary>A question for what awaiting adds to one call.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool AsksCostOfCalls { get; init; }

    /// <summary>What holds of all work of a use case of the articles; journals that were written before there were traits name
    /// nothing else.</summary>
    public static WorkTraits Of(UseCase useCase) => useCase switch
    {
        UseCase.Undescribed => new() { IsUserDefined = true },
        UseCase.CpuBound => new() { OnlyComputes = true },
        UseCase.TightLoop or UseCase.FirstCall => new() { AsksCostOfCalls = true },
        _ => None,
    };
}
