namespace Syncopate.Crud;

/// <summary>On a form: how the entity is made from it, where the entity has no setters. Without it, a constructor or
/// static factory that fits is looked for. Parameters are filled from the form's members by name and type; one of the
/// type of the context gets the context.</summary>
/// <param name="name">A static method of the entity that returns the entity or a <see cref="Result{T}"/> of it; the
/// entity's own name means its constructors.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class CreatesByAttribute(string name) : Attribute
{
    /// <summary>Of a static method, or of the entity.</summary>
    public string Name { get; } = name;
}

/// <summary>On a form, as <see cref="CreatesByAttribute"/> for new ones: which method of the entity takes it, where the
/// entity has no setters. Without it, a method whose parameters are all members of the form is looked for. One parameter may be of the
/// type of the context.</summary>
/// <param name="name">A public method of the entity. When it returns a <see cref="Result"/> that is not done, nothing is saved.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class UpdatesByAttribute(string name) : Attribute
{
    /// <summary>Of a method of the entity.</summary>
    public string Name { get; } = name;
}
