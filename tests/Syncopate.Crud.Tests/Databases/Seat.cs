namespace Syncopate.Crud.Tests.Databases;

/// <summary>A key of two columns.</summary>
public sealed class Seat
{
    public string Row { get; set; } = "";

    public int Number { get; set; }

    public string? Guest { get; set; }
}
