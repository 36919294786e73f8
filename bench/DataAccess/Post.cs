using System.ComponentModel.DataAnnotations;

namespace Syncopate.Bench.DataAccess;

internal sealed class Post
{
    public int Id { get; set; }

    [Required, StringLength(200)]
    public string Title { get; set; } = "";

    public string Text { get; set; } = "";

    [Range(0, 5)]
    public int Stars { get; set; }

    public DateTime Published { get; set; }

    public int BlogId { get; set; }

    public Blog? Blog { get; set; }
}
