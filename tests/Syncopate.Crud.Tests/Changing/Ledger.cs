using System.ComponentModel.DataAnnotations;
using System.ComponentModel.DataAnnotations.Schema;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Entities whose keys the model does not make, each in another way of saying so, and one whose key it makes.</summary>
public sealed class LedgerContext(DbContextOptions<LedgerContext> options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Ledger>();
        modelBuilder.Entity<Coded>();
        modelBuilder.Entity<Named>();
        modelBuilder.Entity<Numbered>();
        modelBuilder.Entity<Fluent>().Property(row => row.Id).ValueGeneratedNever();
        modelBuilder.Entity<Given>().Property(row => row.Id).ValueGeneratedNever();
        modelBuilder.Entity<Converted>().Property(row => row.Id).HasConversion(id => id.Text, text => new Code(text));
        modelBuilder.Entity<Fixed>();
        modelBuilder.Entity<Opened>();
        modelBuilder.Entity<Made>();
        modelBuilder.Entity<Measure>();
        modelBuilder.Entity<Nameless>();
        modelBuilder.Entity<Product>().HasKey(row => row.Code);
    }
}

public abstract class Noted
{
    public string Note { get; set; } = "";
}

[PrimaryKey(nameof(Year), nameof(No))]
public sealed class Ledger : Noted
{
    public int Year { get; set; }

    public string No { get; set; } = "";
}

public sealed class Coded : Noted
{
    [Key]
    public string Code { get; set; } = "";
}

public sealed class Named : Noted
{
    public string Id { get; set; } = "";
}

public sealed class Numbered : Noted
{
    [DatabaseGenerated(DatabaseGeneratedOption.None)]
    public long Id { get; set; }
}

public sealed class Fluent : Noted
{
    public int Id { get; set; }
}

/// <summary>Makes a key for itself that a form replaces.</summary>
public sealed class Given : Noted
{
    public Guid Id { get; set; } = Guid.NewGuid();
}

public sealed record Code(string Text);

public sealed class Converted : Noted
{
    public Code Id { get; set; } = new("");
}

public sealed class Fixed : Noted
{
    public string FixedId { get; init; } = "";
}

/// <summary>Has a factory that writes the key in its own way.</summary>
public sealed class Opened : Noted
{
    public string Id { get; private set; } = "";

    public static Opened Open(string id) => new() { Id = id.ToUpperInvariant() };
}

public sealed class Made : Noted
{
    public int Id { get; set; }
}

/// <summary>Has a key of a narrower type than its form.</summary>
[PrimaryKey(nameof(Year), nameof(No))]
public sealed class Measure : Noted
{
    public short Year { get; set; }

    public string No { get; set; } = "";
}

/// <summary>Its key begins as null.</summary>
public sealed class Nameless : Noted
{
    [Key]
    public string Code { get; set; } = null!;
}

/// <summary>Has a key that only the context knows of, and an Id that is none.</summary>
public sealed class Product : Noted
{
    public string Code { get; set; } = "";

    public int Id { get; set; }
}

[ProjectsFrom<Ledger>]
public sealed partial class LedgerForm
{
    public int Year { get; set; }

    public string No { get; set; } = "";

    public string Note { get; set; } = "";
}

[ProjectsFrom<Coded>]
public sealed partial record CodedForm(string Code, string Note);

[ProjectsFrom<Coded>]
public sealed partial record CodeForm(string Code);

[ProjectsFrom<Named>]
public sealed partial class NamedForm
{
    public string? Id { get; set; }

    public string Note { get; set; } = "";
}

[ProjectsFrom<Numbered>]
public sealed partial class NumberedForm
{
    public long Id { get; set; }

    public string Note { get; set; } = "";
}

[ProjectsFrom<Fluent>]
public sealed partial class FluentForm
{
    public int? Id { get; set; }

    public string Note { get; set; } = "";
}

[ProjectsFrom<Given>]
public sealed partial class GivenForm
{
    public Guid Id { get; set; }

    public string Note { get; set; } = "";
}

[ProjectsFrom<Converted>]
public sealed partial class ConvertedForm
{
    public Code Id { get; set; } = new("");

    public string Note { get; set; } = "";
}

[ProjectsFrom<Fixed>]
public sealed partial class FixedForm
{
    public string FixedId { get; set; } = "";

    public string Note { get; set; } = "";
}

[ProjectsFrom<Opened>, CreatesBy(nameof(Opened.Open))]
public sealed partial class OpenedForm
{
    public string Id { get; set; } = "";

    public string Note { get; set; } = "";
}

[ProjectsFrom<Made>]
public sealed partial class MadeForm
{
    public int Id { get; set; }

    public string Note { get; set; } = "";
}

/// <summary>Its number is wider than the key.</summary>
[ProjectsFrom<Made>]
public sealed partial class WideMadeForm
{
    public long Id { get; set; }

    public string Note { get; set; } = "";
}

[ProjectsFrom<Measure>]
public sealed partial class MeasureForm
{
    public int Year { get; set; }

    public string No { get; set; } = "";

    public string Note { get; set; } = "";
}

[ProjectsFrom<Nameless>]
public sealed partial class NamelessForm
{
    public string Code { get; set; } = "";

    public string Note { get; set; } = "";
}

[ProjectsFrom<Product>]
public sealed partial class ProductForm
{
    public string Code { get; set; } = "";

    public int Id { get; set; }

    public string Note { get; set; } = "";
}
