namespace Syncopate.Crud;

/// <summary>On a form: how the entity is made from it, where the entity has no setters. Without it, a constructor or static factory that fits is looked for.
/// Parameters are filled from the form's members by name and type; one of the type of the context gets the context.</summary>
/// <param name="name">A static method of the entity that returns the entity or a <see cref="Result{T}"/> of it; the entity's own name means its constructors.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class CreatesByAttribute(string name) : Attribute
{
    /// <summary>Of a static method, or of the entity.</summary>
    public string Name { get; } = name;
}
