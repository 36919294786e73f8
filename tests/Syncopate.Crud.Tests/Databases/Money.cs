namespace Syncopate.Crud.Tests.Databases;

/// <summary>A complex value: it has no key, and is part of its entity.</summary>
public sealed class Money
{
    public string Unit { get; set; } = "";
}
