using System.ComponentModel.DataAnnotations;
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

[ProjectsFrom<Address>]
public sealed partial class AddressForm
{
    [StringLength(6, ErrorMessage = "A city has six letters here.")]
    public string City { get; set; } = "";
}
