namespace Syncopate.Crud.Tests.Generation;

public sealed class Author
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int Born { get; set; }
}
