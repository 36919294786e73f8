using System.ComponentModel.DataAnnotations;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>A complex value.</summary>
public sealed class Load
{
    [StringLength(3)]
    public string Unit { get; set; } = "";

    public int Amount { get; set; }
}
