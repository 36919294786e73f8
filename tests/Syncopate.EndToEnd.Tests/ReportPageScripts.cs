namespace Syncopate.EndToEnd.Tests;

/// <summary>Scripts that measure the report in the browser; each gives one line for each fault.</summary>
internal static class ReportPageScripts
{
    /// <summary>Drawn labels that overlap another one of their picture, or reach out of the card they stand in.</summary>
    public const string MisplacedLabels = """
        () => {
            const faults = [];
            for (const card of document.querySelectorAll('.card')) {
                const room = card.getBoundingClientRect();
                for (const svg of card.querySelectorAll('svg:not(.shared, svg svg)')) {
                    if (svg.closest('.wide') || !svg.checkVisibility()) continue;
                    // What is used from elsewhere is drawn here too: measure it through a copy.
                    const copies = [...svg.querySelectorAll('use')].map(use => {
                        const copy = document.querySelector(`[id="${use.getAttribute('href').slice(1)}"]`).cloneNode(true);
                        copy.removeAttribute('id');
                        use.after(copy);
                        return copy;
                    });
                    const labels = [...svg.querySelectorAll('text')].map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }));
                    for (const { text, box } of labels)
                        if (box.width > 0 && (box.left < room.left || box.right > room.right)) faults.push(`${card.id}: ${text} leaves the card`);
                    labels.forEach((one, i) => labels.slice(i + 1).forEach(other => {
                        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
                        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
                        // Boxes are as high as a line; letters of neighbouring lines do not touch before a quarter of it is shared.
                        if (across > 0.5 && down > 4) faults.push(`${card.id}: ${one.text} covers ${other.text}`);
                    }));
                    copies.forEach(copy => copy.remove());
                }
            }
            return faults;
        }
        """;

    /// <summary>Wait pictures and thread strips of one experiment that differ in top, width or height.</summary>
    public const string UnequalPictures = """
        () => [...document.querySelectorAll('.forms')].flatMap(forms => ['waits', 'threads'].flatMap(kind => {
            const boxes = [...forms.querySelectorAll(`svg.${kind}`)].map(svg => svg.getBoundingClientRect());
            return boxes.some(b => Math.abs(b.top - boxes[0].top) > 0.5 || Math.abs(b.width - boxes[0].width) > 0.5 || b.height !== boxes[0].height)
                ? [`${forms.closest('section').id}: ${kind}`] : [];
        }))
        """;

    /// <summary>The focused element: its kind, its text, and the outline that shows it.</summary>
    public const string Focused = """
        () => {
            const at = document.activeElement;
            const { outlineStyle, outlineWidth } = getComputedStyle(at);
            return `${at.tagName} ${at.textContent.trim().slice(0, 40)} ${outlineWidth} ${outlineStyle}`;
        }
        """;

    /// <summary>What the rules of axe-core by the same names would find: images, regions, buttons and links without
    /// name, tables without heads, headings and landmarks out of order.</summary>
    public const string UnspokenThings = """
        () => {
            const faults = [];
            const check = (holds, fault) => { if (!holds) faults.push(fault); };
            const all = selector => [...document.querySelectorAll(selector)];
            const name = e => (e.getAttribute('aria-label') || document.getElementById(e.getAttribute('aria-labelledby'))?.textContent || e.textContent).trim();
            check(document.documentElement.lang === 'en' && document.title.length > 0, 'html-has-lang, document-title');
            for (const landmark of ['body > header', 'body > main', 'body > footer']) check(all(landmark).length === 1, `landmark-one: ${landmark}`);
            const levels = all('h1, h2, h3, h4, h5, h6').map(h => +h.tagName[1]);
            check(levels[0] === 1 && levels.filter(l => l === 1).length === 1, 'page-has-heading-one');
            levels.slice(1).forEach((level, i) => check(level <= levels[i] + 1, `heading-order: h${level} after h${levels[i]}`));
            for (const svg of all('svg:not(svg svg)'))
                check(svg.closest('[aria-hidden=true]') || svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label'), `svg-img-alt: ${svg.outerHTML.slice(0, 80)}`);
            for (const thing of all('a, button, nav, aside, main > section, [role=region], summary')) check(name(thing), `name: ${thing.outerHTML.slice(0, 80)}`);
            for (const table of all('table')) {
                check([...table.querySelectorAll('thead th')].every(th => th.scope === 'col' && th.textContent.trim()), 'scope of heads');
                check([...table.querySelectorAll('tbody tr')].every(row => ['row', 'rowgroup'].includes(row.querySelector('th')?.scope)), 'scope of rows');
                const width = table.querySelectorAll('thead th').length;
                check([...table.querySelectorAll('tbody tr')].every(row => [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0) === width), 'cells of rows');
            }
            for (const list of all('ul, ol')) check([...list.children].every(c => c.tagName === 'LI'), 'list');
            for (const scrolled of all('pre, .wide')) check(scrolled.tabIndex === 0 && name(scrolled), 'scrollable-region-focusable');
            check(all('[tabindex]').every(e => e.tabIndex <= 0), 'tabindex');
            check(all('img:not([alt]), iframe, marquee, blink').length === 0, 'image-alt');
            return faults;
        }
        """;
}
