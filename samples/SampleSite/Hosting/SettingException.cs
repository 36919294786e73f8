namespace SampleSite.Hosting;

/// <summary>A setting cannot be used; the message says which, its value and what to use instead.</summary>
public sealed class SettingException(string message) : Exception(message);
