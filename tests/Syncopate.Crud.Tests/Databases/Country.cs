namespace Syncopate.Crud.Tests.Databases;

/// <summary>Has an alternate key, the code.</summary>
public sealed class Country
{
    public int Id { get; set; }

    public string Code { get; set; } = "";
}
