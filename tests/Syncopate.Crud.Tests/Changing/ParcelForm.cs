using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Shows a key that the generator cannot see, an owned value as a form of its own, and a complex one flattened.</summary>
[ProjectsFrom<Parcel>]
public sealed partial class ParcelForm
{
    public int Number { get; set; }

    public string Label { get; set; } = "";

    public AddressForm? Destination { get; set; }

    public string PostageCurrency { get; set; } = "";
}
