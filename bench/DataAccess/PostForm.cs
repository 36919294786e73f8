using System.ComponentModel.DataAnnotations;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

[ProjectsFrom<Post>]
internal sealed partial class PostForm
{
    [Required, StringLength(200)]
    public string Title { get; set; } = "";

    public string Text { get; set; } = "";

    [Range(0, 5)]
    public int Stars { get; set; }

    public DateTime Published { get; set; }

    public int BlogId { get; set; }
}
