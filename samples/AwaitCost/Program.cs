using AwaitCost;

// Main is synchronous: an async one would have made the first call of everything async before the first call that is asked about.
switch (args)
{
    case ["first-call", "sync"]:
        FirstCall.Plain().Write();
        return 0;
    case ["first-call", "async"]:
        FirstCall.Awaited().Write();
        return 0;
    case [var first, ..] when first.StartsWith("--urls", StringComparison.Ordinal):
        return LoopServer.Run(args);
    default:
        Console.Error.WriteLine("usage: first-call sync|async     times the first call of a method of 1 ms, and writes one line of JSON");
        Console.Error.WriteLine("       --urls http://127.0.0.1:0  serves POST /loops/CASE/FORM?times=N&calls=N, which times loops of calls");
        return 2;
}
