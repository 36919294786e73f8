using System.ComponentModel.DataAnnotations;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>Has what the others lack: a key that only the context knows of, a filter, a complex value with rules, a
/// time without a zone and one with, and setters beside methods.</summary>
public sealed class Parcel
{
    public int Number { get; set; }

    public string Label { get; set; } = "";

    public Address Destination { get; set; } = new();

    public Postage Postage { get; set; } = new();

    public decimal Weight { get; set; }

    public double Height { get; set; }

    public DateTime Booked { get; set; } = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public DateTime Sent { get; set; }

    public DateTimeOffset Due { get; set; }

    public bool IsLost { get; set; }

    public string Carrier { get; private set; } = "";

    public static async Task<Result<Parcel>> PackAsync(string label, CancellationToken cancellationToken)
    {
        await Task.Yield();
        cancellationToken.ThrowIfCancellationRequested();
        return label.Length == 0
            ? Result.Invalid<Parcel>(new CrudError("Label", "Write something on it."))
            : Result.Done(new Parcel { Label = label }, "It is packed.").Warn("It is heavy.");
    }

    public Result<Parcel> Ship(string carrier)
    {
        Carrier = carrier;
        return Result.Done(this, "It is on its way.").Warn("Expect delays.");
    }

    public async Task<Result<Parcel>> ShipLaterAsync(string carrier)
    {
        await Task.Yield();
        if (carrier.Length == 0)
            return Result.Invalid<Parcel>(new CrudError("Carrier", "Who takes it?"));
        Carrier = carrier;
        return Result.Done(this);
    }

    public Result<Parcel> Claim(string carrier) => Carrier == carrier
        ? Result.Done(this)
        : Result.Conflict<Parcel>("Another carrier has it.");
}

/// <summary>A complex value with rules of its own.</summary>
public sealed class Postage
{
    [StringLength(3, ErrorMessage = "A currency has three letters.")]
    public string Currency { get; set; } = "";

    public decimal Amount { get; set; }
}
