using System.Management.Automation;
using System.Management.Automation.Runspaces;
using System.Text.RegularExpressions;
using Syncopate.Cli.Shells;
using Syncopate.Experiments.Bundled;
using Xunit;

namespace Syncopate.Cli.Tests.Shells;

/// <summary>What a Tab offers, asked of the real shells.</summary>
[Trait("Judges", "behaviour")]
public sealed class CompletionTests
{
    /// <summary>A line up to the cursor, and what is offered for its last word; nothing where anything may be typed.</summary>
    private static readonly (string Line, string Offered)[] Words =
    [
        ("syncopate comp", "compare completion"),
        ("syncopate rac", ""), // What is hidden stays so.
        ("syncopate completion z", "zsh"),
        ("syncopate run io", "io-bound"),
        ("syncopate run --quick ti", "tight-loop"),
        ("syncopate run --qu", "--quick"),
        ("syncopate scan --by ", "entry file rule"),
        ("syncopate scan --fail-on w", "warning"),
        ("syncopate plan --form sync-", "sync-over-async"),
        ("syncopate load --method P", "PATCH POST PUT"),
        ("syncopate load -m D", "DELETE"),
        ("syncopate history --figure thr", "threads"),
        ("syncopate compare --twic", "--twice"),
        ("syncopate compare --twice --precise --car", "--card"),
        ("syncopate run --seed ", ""),
        ("syncopate list --deb", "--debug"),
    ];

    /// <summary>The same for paths: a file, which a folder may lead to, or a folder.</summary>
    private static readonly (string Line, string Offered)[] Paths =
    [
        ("syncopate gate result --junit no", "notes.txt"),
        ("syncopate gate re", "result/"),
        ("syncopate report re", "result/"),
        ("syncopate run --out re", "result/"),
        ("syncopate run --out no", ""),
    ];

    [Fact]
    public async Task Bash_offers_what_fits()
    {
        using Shell bash = new("bash", BashCompletion.Write(Shell.Shape));

        await OfferAsync([.. Words, .. Paths.Select(WithoutSlash)], line => OfferedByBashAsync(bash, line.Split(' ')));
    }

    [Theory]
    [InlineData("entry file rule", "syncopate", "scan", "--by", "=")]
    [InlineData("rule", "syncopate", "scan", "--by", "=", "r")]
    public async Task Bash_offers_what_fits_after_an_equals_sign(string offered, params string[] words)
    {
        using Shell bash = new("bash", BashCompletion.Write(Shell.Shape));

        Assert.Equal(offered, await OfferedByBashAsync(bash, words));
    }

    /// <summary>In a terminal, where bash itself reads the keys.</summary>
    [Fact]
    public async Task Bash_completes_a_word_that_is_typed()
    {
        Assert.SkipWhen(!Shell.IsHere("script"), "There is no script here, which lends a terminal. On Debian: apt-get install bsdutils");
        using Shell bash = new("bash", BashCompletion.Write(Shell.Shape));
        await File.WriteAllTextAsync(
            Path.Combine(bash.Folder, "typed"),
            $"PS1=; source {bash.Script}\nsyncopate() {{ echo \"given: $*\"; }}\nsyncopate ru\tio-b\t--qui\t\nexit\n",
            TestContext.Current.CancellationToken);

        string[] lines = await bash.RunAsync("-c", "script -qec 'bash --norc -i' /dev/null < typed");

        Assert.Contains(lines, line => line.Contains("given: run io-bound --quick", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Fish_offers_what_fits()
    {
        using Shell fish = new("fish", FishCompletion.Write(Shell.Shape));

        await OfferAsync([.. Words, .. Paths], async line =>
        {
            string[] lines = await fish.RunAsync("--no-config", "-c", $"source {fish.Script}; complete -C '{line}'");
            return Fitting(line, lines.Select(found => found.Split('\t')[0]));
        });
    }

    /// <summary>By the widget that a Tab starts; what it would add is taken before the line is drawn.</summary>
    [Fact]
    public async Task Zsh_offers_what_fits()
    {
        using Shell zsh = new("zsh", ZshCompletion.Write(Shell.Shape));
        string asked = Path.Combine(zsh.Folder, "asked.zsh");

        await OfferAsync([.. Words, .. Paths.Select(WithoutSlash)], async line =>
        {
            await File.WriteAllTextAsync(asked, ZshCapture(zsh.Script, line), TestContext.Current.CancellationToken);
            string[] lines = await zsh.RunAsync("-f", asked);
            return Fitting(line, lines.Select(found => found.TrimEnd('\r')).Where(word => word is not ("" or "END")));
        });
    }

    /// <summary>Asked of its engine, which has no program around it; paths it completes by a module of that program.</summary>
    [Fact]
    public async Task PowerShell_offers_what_fits()
    {
        using Runspace space = RunspaceFactory.CreateRunspace(InitialSessionState.CreateDefault2());
        space.Open();
        using PowerShell shell = PowerShell.Create(space);
        await shell.AddScript(PowerShellCompletion.Write(Shell.Shape)).InvokeAsync();
        shell.Commands.Clear();

        await OfferAsync(Words, line =>
        {
            IEnumerable<CompletionResult> offered = CommandCompletion.CompleteInput(line, line.Length, null, shell).CompletionMatches;
            IEnumerable<CompletionResult> words = offered.Where(match => match.ResultType == CompletionResultType.ParameterValue);
            return Task.FromResult(Fitting(line, words.Select(match => match.CompletionText)));
        });

        Assert.Empty(shell.Streams.Error);
    }

    /// <summary>Names differ by more than their case, since a table of PowerShell does not tell cases apart.</summary>
    [Fact]
    public void The_table_of_PowerShell_has_each_place_once()
    {
        string script = PowerShellCompletion.Write(Shell.Shape);

        string[] places = [.. Regex.Matches(script, "^        '([^']*)' = ", RegexOptions.Multiline)
            .Select(match => match.Groups[1].Value.ToUpperInvariant())];

        Assert.True(places.Length > 100, script);
        Assert.Equal(places.Distinct(), places);
    }

    [Fact]
    public void Every_script_has_every_command_option_and_experiment()
    {
        CommandShape tool = Shell.Shape;
        string[] words =
        [
            .. tool.All.Skip(1).Select(command => command.Name),
            .. tool.All.SelectMany(command => command.Options).Select(option => option.Names[0].TrimStart('-')),
            .. BundledExperiments.All.Select(experiment => experiment.Id),
        ];

        foreach (Func<CommandShape, string> write in
            (Func<CommandShape, string>[])[BashCompletion.Write, ZshCompletion.Write, FishCompletion.Write, PowerShellCompletion.Write])
        {
            string script = write(tool);
            Assert.All(words, word => Assert.Matches($@"(?<!\w){Regex.Escape(word)}(?!\w)", script));
        }
    }

    /// <summary>All lines at once, so that a failure tells every one that is wrong.</summary>
    private static async Task OfferAsync((string Line, string Offered)[] expected, Func<string, Task<string>> ask)
    {
        List<(string, string)> found = [];
        foreach ((string line, _) in expected)
            found.Add((line, await ask(line)));

        Assert.Equal(expected, found);
    }

    /// <summary>What goes on from the last word of a line, in order.</summary>
    private static string Fitting(string line, IEnumerable<string> words) => string.Join(' ', words
        .Where(word => word.StartsWith(line.Split(' ')[^1], StringComparison.Ordinal)).Distinct().Order(StringComparer.Ordinal));

    /// <summary>Some shells add the slash of a folder when they draw the line.</summary>
    private static (string Line, string Offered) WithoutSlash((string Line, string Offered) path) => (path.Line, path.Offered.TrimEnd('/'));

    private static async Task<string> OfferedByBashAsync(Shell bash, string[] words)
    {
        string array = string.Join(' ', words.Select(word => $"'{word}'"));
        string[] lines = await bash.RunAsync("--norc", "-c", $"source {bash.Script}; complete -p syncopate > /dev/null; "
            + $"COMP_WORDS=({array}); COMP_CWORD={words.Length - 1}; _syncopate; printf '%s\\n' \"${{COMPREPLY[@]}}\"");
        return string.Join(' ', lines.Order(StringComparer.Ordinal));
    }

    private static string ZshCapture(string script, string line) => $$"""
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -D; source {{script}}"
        zpty -w shell 'compadd() { local -a found; builtin compadd -A found "$@"; print -rl -- "${found[@]}"; builtin compadd "$@" }'
        zpty -w shell 'zle -C offer complete-word _main_complete; ask() { print BEGIN; zle offer; print END; exit }'
        zpty -w shell 'zle -N ask; bindkey "^G" ask; print READY""YES'
        zpty -r -m shell ignored '*READYYES*'
        zpty -n -w shell '{{line}}'$'\a'
        zpty -r -m shell answer '*END*'
        print -r -- "${answer##*BEGIN}"
        zpty -d shell
        """;
}
