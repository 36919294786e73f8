namespace Syncopate.Crud.Tests.Databases;

public sealed class Film : Medium
{
    public int Minutes { get; set; }
}
