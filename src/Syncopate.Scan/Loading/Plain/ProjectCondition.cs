using System.Text.RegularExpressions;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>
/// A condition of a project, as far as text decides it: comparisons of strings, <c>and</c>, <c>or</c>, <c>!</c>, and a name that ends,
/// starts or contains. What the SDK or the build would have to be asked for is not known.</summary>
internal sealed partial class ProjectCondition
{
    private readonly IReadOnlyDictionary<string, string> _properties;
    private readonly List<string> _tokens;
    private int _at;

    private ProjectCondition(IReadOnlyDictionary<string, string> properties, List<string> tokens)
    {
        _properties = properties;
        _tokens = tokens;
    }

    /// <summary>Whether it holds with these properties; null when that cannot be said.</summary>
    public static bool? Holds(string condition, IReadOnlyDictionary<string, string> properties)
    {
        ProjectCondition reader = new(properties, [.. Token().Matches(condition).Select(token => token.Value)]);
        bool? holds = reader.Either();
        return reader._at == reader._tokens.Count ? holds : null;
    }

    private bool? Either()
    {
        bool? one = Both();
        while (Takes("or"))
        {
            bool? other = Both();
            one = one == true || other == true ? true : one is null || other is null ? null : false;
        }
        return one;
    }

    private bool? Both()
    {
        bool? one = Comparison();
        while (Takes("and"))
        {
            bool? other = Comparison();
            one = one == false || other == false ? false : one is null || other is null ? null : true;
        }
        return one;
    }

    private bool? Comparison()
    {
        if (Takes("!"))
            return !Comparison();
        if (Takes("("))
        {
            bool? inner = Either();
            return Takes(")") ? inner : null;
        }
        string? left = Value();
        bool isEqual = Takes("==");
        if (isEqual || Takes("!="))
            return Value() is { } right && left is not null
                ? string.Equals(left, right, StringComparison.OrdinalIgnoreCase) == isEqual : null;
        return bool.TryParse(left, out bool said) ? said : null;
    }

    private bool Takes(string token)
    {
        if (_at >= _tokens.Count || !_tokens[_at].Equals(token, StringComparison.OrdinalIgnoreCase))
            return false;
        _at++;
        return true;
    }

    private string? Value()
    {
        if (_at >= _tokens.Count)
            return null;
        string text = _tokens[_at++].Trim('\'');
        bool isKnown = true;
        string value = Use().Replace(text, use => Of(use) is { } known ? known : Unknown(ref isKnown));
        return isKnown && !value.Contains("$(", StringComparison.Ordinal) && !value.Contains("@(", StringComparison.Ordinal) ? value : null;
    }

    private static string Unknown(ref bool isKnown)
    {
        isKnown = false;
        return "";
    }

    private string? Of(Match use)
    {
        string name = use.Groups["name"].Value;
        if (!_properties.TryGetValue(name, out string? value))
        {
            if (IsOfBuild(name))
                return null;
            value = "";
        }
        if (value.Contains("$(", StringComparison.Ordinal))
            return null;
        string argument = use.Groups["argument"].Value;
        return use.Groups["call"].Value switch
        {
            "" => value,
            "EndsWith" => value.EndsWith(argument, StringComparison.Ordinal).ToString(),
            "StartsWith" => value.StartsWith(argument, StringComparison.Ordinal).ToString(),
            "Contains" => value.Contains(argument, StringComparison.Ordinal).ToString(),
            _ => null,
        };
    }

    // Set by MSBuild, the SDK, a package of tests or the command line; who reads text alone does not see it.
    private static bool IsOfBuild(string name) => name.StartsWith("MSBuild", StringComparison.OrdinalIgnoreCase)
        || name.StartsWith("TargetFramework", StringComparison.OrdinalIgnoreCase)
        || name.StartsWith("Solution", StringComparison.OrdinalIgnoreCase)
        || name.StartsWith("NETCore", StringComparison.OrdinalIgnoreCase)
        || name.StartsWith("UsingMicrosoft", StringComparison.OrdinalIgnoreCase)
        || name.ToUpperInvariant() is "CONFIGURATION" or "PLATFORM" or "OS" or "RUNTIMEIDENTIFIER"
            or "OUTPUTTYPE" or "LANGUAGE" or "ISPACKABLE";

    [GeneratedRegex(@"'(?:\$\(\w+\.\w+\('[^']*'\)\)|[^'])*'|\$\(\w+\.\w+\('[^']*'\)\)|\$\(\w+\)|==|!=|!|\(|\)|[^\s()!='$]+|\S",
        RegexOptions.CultureInvariant)]
    private static partial Regex Token();

    [GeneratedRegex(@"\$\((?<name>\w+)(?:\.(?<call>\w+)\('(?<argument>[^']*)'\))?\)", RegexOptions.CultureInvariant)]
    private static partial Regex Use();
}
