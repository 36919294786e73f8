using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Computed;

[ProjectsFrom<Post>]
public sealed partial record RankedPost(string Title, int Rank);
