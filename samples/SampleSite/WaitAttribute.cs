using System.ComponentModel.DataAnnotations;

namespace SampleSite;

/// <summary>Bounds a wait that a visitor asks for, in milliseconds: a page that never comes shows nothing.</summary>
[AttributeUsage(AttributeTargets.Parameter | AttributeTargets.Property)]
public sealed class WaitAttribute() : RangeAttribute(0, 60_000);
