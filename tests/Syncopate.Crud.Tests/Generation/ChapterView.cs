namespace Syncopate.Crud.Tests.Generation;

[ProjectsFrom<Chapter>]
public sealed partial record ChapterView(string Heading);
