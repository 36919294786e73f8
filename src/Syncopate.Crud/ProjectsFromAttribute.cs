namespace Syncopate.Crud;

/// <summary>Has the projection and the copy back written by the compiler. The class or record must be partial; it then implements
/// <see cref="IProjection{TEntity,TSelf}"/> and, when it has a member that may be copied back, <see cref="ICopiesTo{TEntity}"/>.</summary>
/// <remarks><c>BloggerName</c> is read from <c>Blogger.Name</c> and <c>TagsCount</c> from <c>Tags.Count</c>. A member
/// that fits nothing is a build warning.</remarks>
/// <typeparam name="TEntity">The entity.</typeparam>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ProjectsFromAttribute<TEntity> : Attribute
    where TEntity : class;

/// <summary>A member that has no place in the entity, such as the choices of a form:
/// <see cref="ProjectsFromAttribute{TEntity}"/> neither reads nor copies it.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class NotProjectedAttribute : Attribute;

/// <summary>On a list of a form that <see cref="ProjectsFromAttribute{TEntity}"/> is on: it is read from the keys of
/// the rows in a relation of the entity, as <c>TagIds</c> from <c>Tags</c>. So a form shows what is chosen now, and a
/// patch of another member leaves it as it is. <see cref="IWritesTo{TContext, TEntity}"/> writes it back.</summary>
/// <param name="relation">A collection of the entity whose rows have a key of one column, as in <c>nameof(Post.Tags)</c>.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ReadsKeysAttribute(string relation) : Attribute
{
    /// <summary>The name of a collection of the entity.</summary>
    public string Relation { get; } = relation;
}

/// <summary>A member that <see cref="ProjectsFromAttribute{TEntity}"/> reads from the entity and never writes to it,
/// whatever a request carries.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class NotCopiedBackAttribute : Attribute;
