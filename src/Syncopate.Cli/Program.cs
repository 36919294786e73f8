using Syncopate.Cli;
using Syncopate.Cli.Screens;

CommandRuntime.Enter(args);
Terminal terminal = new(Environment.GetEnvironmentVariable);
return await CommandLine.RunAsync(args, terminal);
