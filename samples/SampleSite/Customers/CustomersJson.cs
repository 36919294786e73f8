using System.Text.Json.Serialization;

namespace SampleSite.Customers;

/// <summary>Writes the customers without reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(IReadOnlyList<Customer>))]
internal sealed partial class CustomersJson : JsonSerializerContext;
