using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Syncopate.Crud.Patching;

/// <summary>One member of a class as JSON, by itself and always: also when the application writes no nulls, or the
/// class has other members that JSON cannot carry.</summary>
internal sealed class JsonMember
{
    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<JsonPropertyInfo, JsonMember> Known = [];

    private readonly JsonPropertyInfo _member;
    private readonly JsonTypeInfo<Slot> _slot;

    private JsonMember(JsonPropertyInfo member)
    {
        _member = member;
        _slot = JsonTypeInfo.CreateJsonTypeInfo<Slot>(member.Options);
        _slot.CreateObject = static () => new Slot();
        JsonPropertyInfo value = _slot.CreateJsonPropertyInfo(member.PropertyType, member.Name);
        value.Get = static slot => ((Slot)slot).Value;
        value.Set = static (slot, value) => ((Slot)slot).Value = value;
        value.ShouldSerialize = static (_, _) => true;
        value.CustomConverter = member.CustomConverter;
        value.NumberHandling = member.NumberHandling;
        value.IsSetNullable = member.IsSetNullable;
        _slot.Properties.Add(value);
    }

    public static JsonMember Of(JsonPropertyInfo member) => Known.GetValue(member, static member => new JsonMember(member));

    /// <summary>Null also for what JSON has no word for, such as an infinite number.</summary>
    public JsonNode? Read(object instance)
    {
        try
        {
            return JsonSerializer.SerializeToNode(new Slot { Value = _member.Get?.Invoke(instance) }, _slot)?[_member.Name]?.DeepClone();
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <exception cref="JsonException">The member cannot have this value.</exception>
    public object? Value(JsonNode? json) => new JsonObject { [_member.Name] = json?.DeepClone() }.Deserialize(_slot)?.Value;

    private sealed class Slot
    {
        public object? Value { get; set; }
    }
}
