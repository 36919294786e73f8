namespace Syncopate.Crud.Tests.Databases;

/// <summary>Has a key that is no property of the class.</summary>
public sealed class Visit
{
    public string Page { get; set; } = "";
}
