using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

[ProjectsFrom<Post>]
internal sealed partial record PostView(int Id, string Title, int Stars, DateTime Published, string? BlogName);
