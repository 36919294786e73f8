using Syncopate.Cli;
using Syncopate.Cli.Screens;

Terminal terminal = new(Environment.GetEnvironmentVariable);
return await CommandLine.RunAsync(args, terminal);
