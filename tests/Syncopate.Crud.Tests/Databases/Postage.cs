using System.ComponentModel.DataAnnotations;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>A complex value with rules of its own.</summary>
public sealed class Postage
{
    [StringLength(3, ErrorMessage = "A currency has three letters.")]
    public string Currency { get; set; } = "";

    public decimal Amount { get; set; }
}
