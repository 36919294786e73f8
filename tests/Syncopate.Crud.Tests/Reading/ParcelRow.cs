using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Reading;

[ProjectsFrom<Parcel>]
public sealed partial record ParcelRow(int Number, string Label, decimal Weight, DateTime Sent, DateTimeOffset Due, string Carrier);
