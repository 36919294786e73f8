using Syncopate.Cli;
using Syncopate.Cli.Screens;

var terminal = new Terminal(Environment.GetEnvironmentVariable);
return await CommandLine.RunAsync(args, terminal);
