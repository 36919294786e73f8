namespace Syncopate.Scan.Sarif;

/// <summary>The rules as SARIF has them, with their pages, which travel beside the tool.</summary>
internal static class SarifRules
{
    /// <summary>All rules in their order: the index of a rule here is that of its results.</summary>
    public static IReadOnlyList<SarifRule> All() => [.. ScanRule.All.Select(Rule)];

    /// <summary>Where a rule stands among them; -1, which is what SARIF says for none, for a rule that is not there.</summary>
    public static int IndexOf(string rule) =>
        ScanRule.All.TakeWhile(r => r.Id != rule).Count() is var index && index < ScanRule.All.Count ? index : -1;

    /// <summary>A level in SARIF's words.</summary>
    public static string Level(FindingLevel level) => level switch
    {
        FindingLevel.Note => "note",
        FindingLevel.Error => "error",
        FindingLevel.Warning => "warning",
        _ => throw new ArgumentOutOfRangeException(nameof(level), level, "Not a level."),
    };

    private static SarifRule Rule(ScanRule rule) => new()
    {
        Id = rule.Id,
        Name = string.Concat(rule.Title.Split(' ').Select(word => char.ToUpperInvariant(word[0]) + word[1..])),
        ShortDescription = new(rule.Title),
        HelpUri = new SarifPlaces(AppContext.BaseDirectory).RootAddress.Uri + rule.Page,
        Help = Help(rule),
        DefaultConfiguration = new(Level(rule.Level)),
        Properties = new(rule.Class, ["async", "performance"]),
    };

    // Viewers far from this machine cannot follow an address of this machine: the page itself goes along.
    private static SarifHelp? Help(ScanRule rule)
    {
        string page = Path.Combine(AppContext.BaseDirectory, rule.Page);
        return File.Exists(page) ? new($"{rule.Title}. See {rule.Page}.", File.ReadAllText(page).ReplaceLineEndings("\n")) : null;
    }
}
