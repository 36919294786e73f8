namespace Syncopate.Crud;

/// <summary>Has the projection and the copy back written by the compiler. The class or record must be partial; it then implements
/// <see cref="IProjection{TEntity,TSelf}"/> and, when it has a member that may be copied back, <see cref="ICopiesTo{TEntity}"/>.</summary>
/// <remarks><c>BloggerName</c> is read from <c>Blogger.Name</c> and <c>TagsCount</c> from <c>Tags.Count</c>. A member that fits nothing is a build warning.</remarks>
/// <typeparam name="TEntity">The entity.</typeparam>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ProjectsFromAttribute<TEntity> : Attribute
    where TEntity : class;
