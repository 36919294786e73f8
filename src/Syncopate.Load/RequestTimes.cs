namespace Syncopate.Load;

/// <summary>The moments of one request, in ticks of the clock.</summary>
/// <param name="Due">What its latency counts from: when it was due (a rate), else when it was begun.</param>
/// <param name="Begun">When the engine sent it, or began to open the connection that only it uses.</param>
/// <param name="FirstByte">When the first byte of the answer had arrived.</param>
/// <param name="End">When the last one had, or when it failed.</param>
/// <param name="Number">Of its trace, from 1; 0 for none.</param>
internal readonly record struct RequestTimes(long Due, long Begun, long FirstByte, long End, long Number = 0);
