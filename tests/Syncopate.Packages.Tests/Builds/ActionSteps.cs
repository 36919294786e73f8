using System.Text.RegularExpressions;
using Syncopate.EndToEnd.Tests;
using Xunit;
using YamlDotNet.RepresentationModel;

namespace Syncopate.Packages.Tests.Builds;

/// <summary>Runs the steps of action.yml as the runner of GitHub does: each in a bash of its own, with its variables, and with
/// files in which it leaves outputs, the path and the summary.</summary>
internal sealed partial class ActionSteps
{
    private readonly Feed _feed;
    private readonly string _temporary;
    private readonly YamlMappingNode _action;
    private readonly Dictionary<string, string> _known;
    private readonly List<string> _path = [];

    /// <param name="feed">The user.</param>
    /// <param name="temporary">Folder of the runner.</param>
    /// <param name="given">What expressions may ask for, such as "inputs.path" or "github.token".</param>
    public ActionSteps(Feed feed, string temporary, Dictionary<string, string> given)
    {
        _feed = feed;
        _temporary = temporary;
        YamlStream stream = [];
        stream.Load(new StringReader(File.ReadAllText(Path.Combine(Built.RepositoryRoot, "action.yml"))));
        _action = (YamlMappingNode)stream.Documents[0].RootNode;
        _known = new Dictionary<string, string>(given);
        foreach ((YamlNode name, YamlNode input) in Map(_action, "inputs").Children)
        {
            bool hasDefault = ((YamlMappingNode)input).Children.TryGetValue("default", out YamlNode? value);
            _known.TryAdd($"inputs.{name}", hasDefault ? Evaluated(value!.ToString()) : "");
        }
    }

    public string Summary => Path.Combine(_temporary, "summary.md");

    public IEnumerable<YamlMappingNode> Steps => ((YamlSequenceNode)Map(_action, "runs")["steps"]).Cast<YamlMappingNode>();

    /// <summary>What a step has said of itself.</summary>
    public string OutputOf(string step, string name) => _known[$"steps.{step}.outputs.{name}"];

    /// <summary>Runs a step by its name.</summary>
    /// <param name="name">As the action has it.</param>
    /// <param name="folder">What is checked out.</param>
    /// <param name="variables">Of the runner, beside those of the step.</param>
    public async Task<(int ExitCode, string Output)> RunAsync(string name, string folder, IReadOnlyDictionary<string, string> variables)
    {
        YamlMappingNode step = Steps.Single(step => step.Children["name"].ToString() == name);
        (string script, string outputs, string path) = (Place("step.sh"), Place("outputs"), Place("path"));
        await File.WriteAllTextAsync(script, step.Children["run"].ToString(), TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(outputs, "", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(path, "", TestContext.Current.CancellationToken);
        Dictionary<string, string> all = new(variables)
        {
            ["RUNNER_TEMP"] = _temporary,
            ["GITHUB_OUTPUT"] = outputs,
            ["GITHUB_PATH"] = path,
            ["GITHUB_STEP_SUMMARY"] = Summary,
            ["PATH"] = string.Join(':', [.. _path, Environment.GetEnvironmentVariable("PATH")]),
        };
        foreach ((YamlNode variable, YamlNode value) in Map(step, "env").Children)
            all[variable.ToString()] = Evaluated(value.ToString());

        (int code, string output) = await _feed.TryAsync(folder, all, "bash", "--noprofile", "--norc", "-eo", "pipefail", script);

        _path.InsertRange(0, await File.ReadAllLinesAsync(path, TestContext.Current.CancellationToken));
        string id = step.Children.TryGetValue("id", out YamlNode? given) ? given.ToString() : name;
        foreach (string line in await File.ReadAllLinesAsync(outputs, TestContext.Current.CancellationToken))
            _known[$"steps.{id}.outputs.{line.Split('=')[0]}"] = line.Split('=', 2)[1];
        return (code, output);
    }

    private string Place(string name) => Path.Combine(_temporary, name);

    /// <summary>Names, and the first that is there of several: no more is written in the action.</summary>
    private string Evaluated(string text) => Expression().Replace(text, found => found.Groups[1].Value.Split("||")
        .Select(name => _known.GetValueOrDefault(name.Trim(), "")).FirstOrDefault(value => value.Length > 0, ""));

    [GeneratedRegex(@"\$\{\{ ([\w.| -]+) \}\}")]
    private static partial Regex Expression();

    private static YamlMappingNode Map(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(key, out YamlNode? value) ? (YamlMappingNode)value : new YamlMappingNode();
}
