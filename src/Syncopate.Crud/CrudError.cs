namespace Syncopate.Crud;

/// <summary>One thing that a user did wrong, in words for that user.</summary>
/// <param name="Path">The member it belongs to, as in "Title" or "Blog.Name"; empty when it belongs to the whole.</param>
/// <param name="Message">A full sentence.</param>
public sealed record CrudError(string Path, string Message);
