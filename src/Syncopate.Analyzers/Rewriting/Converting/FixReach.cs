namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>How far a change may go.</summary>
internal enum FixReach
{
    /// <summary>One project is known: methods that other projects may call keep their signatures.</summary>
    Project,

    /// <summary>The whole solution is known: a chain is converted up to its entries.</summary>
    Solution,
}
