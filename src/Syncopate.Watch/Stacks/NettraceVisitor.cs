namespace Syncopate.Watch.Stacks;

/// <summary>Takes the events of a stream: those of one thread in order, threads in turns.</summary>
internal delegate void NettraceVisitor(in NettraceEvent happened);
