namespace Syncopate.Planning;

/// <summary>A question and its answer.</summary>
/// <param name="Question">The question.</param>
/// <param name="Runtime">The runtime whose pool was simulated.</param>
/// <param name="Instances">Machines over which arrivals are spread; 1 for users.</param>
/// <param name="LoadPerInstance">Users, or arrivals per second with those sent again, on one machine.</param>
/// <param name="SimulatedSeconds">How long each simulation sent requests.</param>
/// <param name="Simulations">Simulations of each form at the asked load, each on a server and a history of its own.</param>
/// <param name="Forms">In the order asked.</param>
internal sealed record Plan(
    PlanQuestion Question, string Runtime, long Instances, double LoadPerInstance, double SimulatedSeconds, int Simulations,
    IReadOnlyList<PlannedForm> Forms);
