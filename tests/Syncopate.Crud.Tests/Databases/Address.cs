namespace Syncopate.Crud.Tests.Databases;

public sealed class Address
{
    public string City { get; set; } = "";
}
