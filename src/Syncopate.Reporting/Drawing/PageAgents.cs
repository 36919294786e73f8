using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>"Who sent the load": what each of several machines did of it.</summary>
internal static class PageAgents
{
    /// <summary>The section of the page; nothing for a load from one process.</summary>
    public static PageMarkup Section(IReadOnlyList<LoadAgent> agents, LoadTogether? together) => When(agents.Count > 0, Html($"""
        <section class="card" id="load-agents" aria-labelledby="load-agents-title">
        <header><h2 id="load-agents-title">Who sent the load</h2></header>
        {PageTables.Wrap("What each agent sent", Html($"""
            <thead><tr><th scope="col">Agent</th><th scope="col">Machine</th><th scope="col">Part</th><th scope="col" class="num">Can send</th>
            <th scope="col" class="num">Answers</th><th scope="col" class="num">Failed</th><th scope="col" class="num">Most late</th>
            <th scope="col" class="num">Least free</th><th scope="col" class="num">Clock off</th></tr></thead>
            <tbody>{agents.Select(Row)}</tbody>
            """))}
        {Together(together)}</section>

        """));

    private static PageMarkup Row(LoadAgent agent) => Html($"""
        <tr><th scope="row">{agent.Name}</th><td>{agent.Machine}</td>
        <td>{agent.Part}{(agent.Repeated > 0 ? $" – lost in {Wording.Plural(agent.Repeated, "slot")}, measured again" : "")}
        {(agent.Missing is { } why ? $" – lost: {why}" : "")}</td>
        <td class="num">{(agent.PerSecond is { } most ? FigureText.Count((long)Math.Round(most)) + "/s" : FigureText.Missing)}</td>
        <td class="num">{FigureText.Count(agent.Count)}</td><td class="num">{FigureText.Count(agent.Errors)}</td>
        <td class="num">{(agent.StartedLateMilliseconds is { } late ? FigureText.Milliseconds(late) : FigureText.Missing)}</td>
        <td class="num">{(agent.FreeShare is { } free ? FigureText.Percent(100 * free) : FigureText.Missing)}</td>
        <td class="num">{FigureText.Milliseconds(agent.ClockOffMilliseconds)}</td></tr>
        """);

    private static PageMarkup Together(LoadTogether? together) => together is null
        ? None
        : Html($"""
            <p class="note">The agents began within {FigureText.Milliseconds(together.SkewMilliseconds)} of each other, each from when it
            was due, by the database’s clock, which they know to {FigureText.Milliseconds(together.UncertaintyMilliseconds)} (half a round trip).
            A wrong wall clock changes no figure. Histograms are added, never percentiles.</p>
            """);
}
