using System.CommandLine;
using Syncopate.Cli.Lines;

namespace Syncopate.Cli.Shells;

/// <summary><c>syncopate completion SHELL</c>: a script with which the shell completes the tool's commands, options and values.</summary>
internal static class CompletionCommand
{
    private static readonly (string Name, Func<CommandShape, string> Write)[] Shells =
    [
        ("bash", BashCompletion.Write),
        ("zsh", ZshCompletion.Write),
        ("fish", FishCompletion.Write),
        ("pwsh", PowerShellCompletion.Write),
    ];

    public static Command Create()
    {
        string[] names = [.. Shells.Select(shell => shell.Name)];
        Argument<string?> named = new("SHELL")
        {
            Description = "bash, zsh, fish or pwsh (PowerShell).",
            HelpName = "SHELL",
            Arity = ArgumentArity.ZeroOrOne,
            CompletionSources = { names },
        };
        Command command = new("completion", "Print a script with which your shell completes commands, options and values.") { named };
        command.SetAction(line =>
        {
            string? name = line.GetValue(named);
            (string _, Func<CommandShape, string>? write) = Array.Find(Shells, shell => shell.Name == name);
            if (write is null)
            {
                string found = name is null ? "nothing." : $"'{name}'.{DidYouMean.Sentence(name, names)}";
                throw new UsageException($"completion takes a shell: {string.Join(", ", names)}; found {found} "
                    + "Example: source <(syncopate completion bash)");
            }

            Console.Out.Write(write(CommandShape.Of(line.RootCommandResult.Command)));
            return ExitCode.Done;
        });
        return command;
    }
}
