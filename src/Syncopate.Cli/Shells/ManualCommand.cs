using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Running;

namespace Syncopate.Cli.Shells;

/// <summary><c>syncopate man</c>: the page of the manual.</summary>
internal static class ManualCommand
{
    public static Command Create()
    {
        Command command = new("man", "Print the man page: syncopate man > syncopate.1; man ./syncopate.1");
        command.SetAction(line =>
        {
            Console.Out.Write(ManualPage.Write(CommandShape.Of(line.RootCommandResult.Command), ToolVersion.Text));
            return ExitCode.Done;
        });
        return command;
    }
}
