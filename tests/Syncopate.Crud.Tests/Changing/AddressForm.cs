using System.ComponentModel.DataAnnotations;
using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

[ProjectsFrom<Address>]
public sealed partial class AddressForm
{
    [StringLength(6, ErrorMessage = "A city has six letters here.")]
    public string City { get; set; } = "";
}
