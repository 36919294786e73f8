namespace Syncopate;

/// <summary>The state of forms that have none.</summary>
public readonly record struct NoState;
