namespace Syncopate.Crud;

/// <summary>On a form: which method of the entity takes it, where the entity has no setters. Without it, a method whose parameters are all members of the form is looked for.
/// One parameter may be of the type of the context.</summary>
/// <param name="name">A public method of the entity. When it returns a <see cref="Result"/> that is not done, nothing is saved.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class UpdatesByAttribute(string name) : Attribute
{
    /// <summary>Of a method of the entity.</summary>
    public string Name { get; } = name;
}
