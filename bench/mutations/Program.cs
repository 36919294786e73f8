using Syncopate.Mutations;

switch (args)
{
    case [TestServer.Argument, var folder, .. var namespaces]:
        TestServer.Run(folder, namespaces);
        return 0;
    case [var count, var seed, .. var options] when MutationOptions.Read(count, seed, options) is { } read:
        return await new MutationRun(read).RunAsync();
    default:
        await Console.Error.WriteLineAsync(MutationOptions.Usage);
        return 2;
}
