namespace Syncopate.Crud.Tests.Generation;

[ProjectsFrom<Author>]
public sealed partial record AuthorView(int Id, string Name);
