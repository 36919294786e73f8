using Syncopate.Cli;
using Syncopate.Cli.Scans;
using Syncopate.Cli.Screens;

ScanRuntime.Enter(args);
Terminal terminal = new(Environment.GetEnvironmentVariable);
return await CommandLine.RunAsync(args, terminal);
