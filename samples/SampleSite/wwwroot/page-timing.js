// Shows where the time of this page went, and writes the same figures as JSON into data-timing of #page-timing:
// milliseconds for server, of it database, connection (name, connect, waiting), transfer (the page itself), files (the page's other
// files, from the end of the page to the last of them), and total.
"use strict";
(() => {
  const place = document.getElementById("page-timing");

  const measure = () => {
    const page = performance.getEntriesByType("navigation")[0];
    const said = name => page.serverTiming.find(part => part.name === name)?.duration ?? Number(place.dataset[name]);
    const others = performance.getEntriesByType("resource").map(file => file.responseEnd);
    const server = said("served"), last = Math.max(page.responseEnd, ...others);
    return {
      server, database: said("database"),
      connection: Math.max(0, page.responseStart - page.startTime - server),
      transfer: page.responseEnd - page.responseStart,
      files: last - page.responseEnd,
      total: last - page.startTime,
    };
  };

  const text = milliseconds => `${milliseconds.toFixed(1)}\u00a0ms`;

  const show = times => {
    for (const part of place.querySelectorAll("[data-part]"))
      part.textContent = text(times[part.dataset.part]);
    const list = place.querySelector(".shares");
    const rows = [["Server, database", times.database], ["Server, the rest", Math.max(0, times.server - times.database)],
      ["Network and queueing", times.connection], ["Transfer of the page", times.transfer], ["Other files", times.files]];
    list.replaceChildren(...rows.map(([name, milliseconds]) => {
      const row = document.createElement("li"), label = document.createElement("span"), bar = document.createElement("progress"), value = document.createElement("span");
      label.textContent = name;
      bar.max = times.total;
      bar.value = milliseconds;
      bar.setAttribute("aria-label", name);
      value.textContent = text(milliseconds);
      row.append(label, bar, value);
      return row;
    }));
    place.querySelector(".known").textContent = `Your browser had the whole page after ${times.total.toFixed(0)}\u00a0ms.`;
    list.hidden = false;
  };

  // After the load event, when the browser has written down the end of the page and of its files.
  addEventListener("load", () => setTimeout(() => {
    const times = measure();
    place.dataset.timing = JSON.stringify(times, (_, value) => typeof value === "number" ? Math.round(value * 1000) / 1000 : value);
    show(times);
  }));
})();
