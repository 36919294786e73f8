namespace Syncopate.Crud.Tests.Databases;

/// <summary>Has no key.</summary>
public sealed class PostCount
{
    public string BlogName { get; set; } = "";

    public int Posts { get; set; }
}
