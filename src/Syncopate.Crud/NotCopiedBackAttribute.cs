namespace Syncopate.Crud;

/// <summary>A member that is read from the entity and never written to it, whatever a request carries.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class NotCopiedBackAttribute : Attribute;
