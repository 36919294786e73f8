// Keeps the page of a running action up to date: the server pushes, and after a broken connection the browser asks again by itself.
"use strict";
(() => {
  const place = document.getElementById("action");
  const source = new EventSource(place.dataset.events);
  const put = (id, text) => { document.getElementById(id).textContent = text; };

  source.onmessage = ({ data }) => {
    const now = JSON.parse(data);
    place.dataset.state = now.state;
    place.querySelector("progress").value = now.percent;
    put("percent", now.percent);
    put("state", now.state);
    put("action-message", now.message);
    if (now.state === "running") return;

    source.close();
    document.getElementById("cancel").remove();
  };
})();
