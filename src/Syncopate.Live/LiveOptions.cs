namespace Syncopate.Live;

/// <summary>What a live page needs to know of its surroundings.</summary>
/// <param name="Root">Folder whose results are shown and into which runs go; made when it is not there.</param>
/// <param name="Port">Where to listen on 127.0.0.1; 0 for any free port.</param>
/// <param name="Time">The clock.</param>
/// <param name="Tool">The command line, which does all measuring.</param>
internal sealed record LiveOptions(string Root, int Port, TimeProvider Time, LiveTool Tool);
