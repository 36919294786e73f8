using System.ComponentModel.DataAnnotations;

namespace Syncopate.Crud.Tests.Databases;

public sealed class Blog
{
    public int Id { get; set; }

    [Required(ErrorMessage = "A blog needs a name.")]
    public string Name { get; set; } = "";

    public string Slug { get; set; } = "";

    public Address Address { get; set; } = new();

    public ICollection<Post> Posts { get; } = [];
}
