namespace Syncopate.Crud.Tests.Generation;

/// <summary>Entities that planted DTOs project from.</summary>
internal static class Planted
{
    public const string Entities = """
        namespace Planted;

        public enum Mood { Calm, Angry }

        public class Blogger
        {
            public int Id { get; set; }
            public string Name { get; set; } = "";
            public string? Nickname { get; set; }
            public int Age { get; set; }
            public Blogger? Mentor { get; set; }
            public ICollection<Post> Posts { get; } = [];
        }

        public class Tag
        {
            public int TagId { get; set; }
            public string Name { get; set; } = "";
        }

        public class Post
        {
            public int PostId { get; set; }
            public string Title { get; set; } = "";
            public string? Body { get; set; }
            public Mood Mood { get; set; }
            public DateTime? Published { get; set; }
            public int BloggerId { get; set; }
            public Blogger Blogger { get; set; } = new();
            public int? EditorId { get; set; }
            public Blogger? Editor { get; set; }
            public ICollection<Tag> Tags { get; set; } = [];
            public List<string> Words { get; set; } = [];
            public DateTime Created { get; private set; }
            public string Origin { get; init; } = "";
            [Timestamp] public byte[] Version { get; set; } = [];
            [NotCopiedBack] public int Views { get; set; }
            public int @class { get; set; }
        }


        """;
}
