namespace Syncopate.Crud.Tests.Databases;

/// <summary>Two classes in one table.</summary>
public abstract class Medium
{
    public long Id { get; set; }

    public string Name { get; set; } = "";
}

public sealed class Film : Medium
{
    public int Minutes { get; set; }
}

public sealed class Photo : Medium
{
    public string? Place { get; set; }
}
