using Syncopate.Mutations;

switch (args)
{
    case [TestServer.Argument, var folder, var room, var awaits, .. var tests]:
        TestServer.Run(folder, room, bool.Parse(awaits), tests);
        return 0;
    case [var count, var seed, .. var options] when MutationOptions.Read(count, seed, options) is { } read:
        return await new MutationRun(read).RunAsync();
    default:
        await Console.Error.WriteLineAsync(MutationOptions.Usage);
        return 2;
}
