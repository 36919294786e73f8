namespace Syncopate.Crud;

/// <summary>Relations that are loaded with the entity: on an entity, whenever it is read or changed by its key; on a
/// form, when it updates the entity. A DTO with a projection needs none: its projection says what it reads.</summary>
/// <param name="paths">Navigation paths, as in <c>nameof(Post.Tags)</c> or "Tags.Group".</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class IncludesAttribute(params string[] paths) : Attribute
{
    /// <summary>Navigation paths, in the order in which they are included.</summary>
    public IReadOnlyList<string> Paths { get; } = paths;
}
