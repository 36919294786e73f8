namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// Contrast of text to ground as in WCAG 2.2, "contrast ratio" and "relative luminance"; 4.5:1 is its level AA for all text.
/// Grounds that let another shine through are mixed. Drawn text is judged by its fill against the ground of its picture; what is drawn
/// between them is not.
/// </summary>
internal static class Contrast
{
    /// <summary>Runs in the page; gives one line for each text below 4.5:1.</summary>
    public const string Script = """
        () => {
            const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
            const rgba = colour => {
                canvas.clearRect(0, 0, 1, 1);
                canvas.fillStyle = colour;
                canvas.fillRect(0, 0, 1, 1);
                const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
                return [r, g, b, a / 255];
            };
            const over = (top, ground) => [0, 1, 2].map(at => top[at] * top[3] + ground[at] * (1 - top[3])).concat(1);
            const linear = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
            const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
            const ground = element => {
                const layers = [];
                for (let at = element; at; at = at.parentElement) layers.unshift(rgba(getComputedStyle(at).backgroundColor));
                return layers.reduce((below, layer) => over(layer, below), rgba('Canvas'));
            };
            const faint = new Set();
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
                const element = texts.currentNode.parentElement;
                const text = texts.currentNode.data.trim();
                const drawn = element instanceof SVGElement;
                // What stands in defs is seen where it is used.
                if (!text || element.closest('script, style') || !element.closest('defs') && !element.checkVisibility({ visibilityProperty: true })) continue;
                const below = ground(element);
                const light = [luminance(over(rgba(getComputedStyle(element)[drawn ? 'fill' : 'color']), below)), luminance(below)].sort((a, b) => b - a);
                const ratio = (light[0] + 0.05) / (light[1] + 0.05);
                if (ratio < 4.5) faint.add(`${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
            }
            return [...faint];
        }
        """;
}
