using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Sites;

namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>What has been decided so far. A try that fails goes back to a copy.</summary>
internal sealed class ConversionState
{
    /// <summary>The places that await, by where they are.</summary>
    public Dictionary<NodeKey, Site> Sites { get; } = [];

    /// <summary>The functions that change.</summary>
    public Dictionary<NodeKey, HostChange> Hosts { get; } = [];

    /// <summary>The functions that hold one of the places themselves.</summary>
    public HashSet<NodeKey> Awaiting { get; } = [];

    /// <summary>Names that follow a method to its new name without being called.</summary>
    public Dictionary<NodeKey, (SimpleNameSyntax Name, string NewName)> Names { get; } = [];

    /// <summary>A copy that may change on its own.</summary>
    public ConversionState Copy()
    {
        ConversionState copy = new();
        copy.Add(this);
        return copy;
    }

    /// <summary>Everything that was decided since a copy was made.</summary>
    public IEnumerable<NodeKey> Since(ConversionState before) =>
        Sites.Keys.Where(key => !before.Sites.ContainsKey(key)).Concat(Hosts.Keys.Where(key => !before.Hosts.ContainsKey(key)));

    private void Add(ConversionState other)
    {
        foreach (KeyValuePair<NodeKey, Site> site in other.Sites)
            Sites.Add(site.Key, site.Value);
        foreach (KeyValuePair<NodeKey, HostChange> host in other.Hosts)
            Hosts.Add(host.Key, host.Value);
        foreach (KeyValuePair<NodeKey, (SimpleNameSyntax Name, string NewName)> name in other.Names)
            Names.Add(name.Key, name.Value);
        Awaiting.UnionWith(other.Awaiting);
    }
}
