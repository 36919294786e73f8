using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Syncopate.Crud.Mapping;

/// <summary>What a type or a member is called on a page. A name from resources is asked for anew each time: it is in
/// the language of whoever calls.</summary>
internal sealed class DisplayedName
{
    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<MemberInfo, DisplayedName> Known = [];

    private readonly DisplayAttribute? _display;
    private readonly DisplayNameAttribute? _displayName;
    private readonly string _words;

    private DisplayedName(MemberInfo member)
    {
        _display = RecordMembers.Attributes<DisplayAttribute>(member).FirstOrDefault();
        _displayName = RecordMembers.Attributes<DisplayNameAttribute>(member).FirstOrDefault();
        _words = EntityName.Words(member.Name);
    }

    /// <summary>As its author says; null when he says nothing.</summary>
    public string? Given => _display?.GetName() ?? _displayName?.DisplayName;

    /// <summary>The same, or its name in small words.</summary>
    public string Text => Given ?? _words;

    public static DisplayedName Of(MemberInfo member) => Known.GetValue(member, static member => new DisplayedName(member));
}
