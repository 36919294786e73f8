namespace Syncopate.Crud;

/// <summary>A member that has no place in the entity, such as the choices of a form: <see cref="ProjectsFromAttribute{TEntity}"/> neither reads nor copies it.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class NotProjectedAttribute : Attribute;
