using Syncopate.Cli;

var terminal = new Terminal(Environment.GetEnvironmentVariable);
return await CommandLine.RunAsync(args, terminal);
