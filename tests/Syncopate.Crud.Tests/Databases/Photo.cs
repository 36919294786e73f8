namespace Syncopate.Crud.Tests.Databases;

public sealed class Photo : Medium
{
    public string? Place { get; set; }
}
