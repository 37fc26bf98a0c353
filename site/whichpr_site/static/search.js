// The search box of the home page: loads Pagefind on first use, drops words that only ask, lists results as links.
"use strict";
(() => {
  const told = JSON.parse(document.getElementById("search-words").textContent);
  const root = new URL(told.root, document.baseURI).pathname;
  const form = document.getElementById("search");
  const box = document.getElementById("q");
  const found = document.getElementById("found");
  const state = document.getElementById("state");
  const list = document.getElementById("results");
  const more = document.getElementById("more");
  const bar = document.getElementById("filters");
  const asking = new Set(told.en);
  const chosen = {};
  const STEP = 10;
  let loading = null;
  let hits = [];
  let shown = 0;
  let turn = 0;

  const load = () => {
    loading ??= import(`${root}pagefind/pagefind.js`).then(async (pagefind) => {
      await pagefind.options({ baseUrl: root, excerptLength: 24, ranking: { termFrequency: 0.6, pageLength: 0.4 } });
      await pagefind.init();
      offer(await pagefind.filters());
      return pagefind;
    });
    return loading;
  };

  // "which PR added Kimi K3 DeepGEMM" asks for "Kimi K3 DeepGEMM".
  const wanted = (text) => {
    let plain = text.normalize("NFKC");
    for (const phrase of told.zh) plain = plain.split(phrase).join(" ");
    plain = plain.replace(/([\u4e00-\u9fff])([A-Za-z0-9])/g, "$1 $2").replace(/([A-Za-z0-9])([\u4e00-\u9fff])/g, "$1 $2");
    const all = plain.split(/[\s,;:!?，。；：！？“”"'()（）#]+/).filter(Boolean);
    const kept = all.filter((word) => !asking.has(word.toLowerCase()));
    return kept.length ? kept : all;
  };

  // Pages with all words first; when they are few, those with most of the words follow.
  const ask = async (pagefind, words) => {
    const options = { filters: Object.fromEntries(Object.entries(chosen).filter((pair) => pair[1])) };
    const whole = await pagefind.search(words.join(" "), options);
    if (whole.results.length >= 5 || words.length < 2) return whole.results;
    const known = new Set(whole.results.map((result) => result.id));
    const counted = new Map();
    for (const word of words.slice(0, 8)) {
      const part = await pagefind.search(word, options);
      const rare = 1 / Math.log2(2 + part.results.length);
      for (const result of part.results.slice(0, 2000)) {
        const entry = counted.get(result.id) ?? { result, weight: 0 };
        entry.weight += rare * (1 + Math.min(result.score, 10) / 20);
        counted.set(result.id, entry);
      }
    }
    const rest = [...counted.values()].filter((entry) => !known.has(entry.result.id));
    rest.sort((one, other) => other.weight - one.weight);
    return [...whole.results, ...rest.slice(0, 40).map((entry) => entry.result)];
  };

  const search = async () => {
    const text = box.value.trim();
    const mine = ++turn;
    history.replaceState(null, "", text ? `?q=${encodeURIComponent(text)}` : location.pathname);
    found.hidden = !text;
    if (!text) return;
    state.textContent = told.say.search_wait;
    try {
      const results = await ask(await load(), wanted(text));
      if (mine !== turn) return;
      hits = results;
      shown = 0;
      list.replaceChildren();
      state.textContent = hits.length ? told.say.search_some.replace("{count}", hits.length) : told.say.search_none;
      await show(mine);
    } catch {
      state.textContent = told.say.search_failed;
    }
  };

  const show = async (mine) => {
    const part = await Promise.all(hits.slice(shown, shown + STEP).map((result) => result.data()));
    if (mine !== turn) return;
    shown += part.length;
    list.append(...part.map(line));
    more.hidden = shown >= hits.length;
  };

  const line = (page) => {
    const { meta } = page;
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = told.language === "zh" && meta.kind === "release" ? page.url.replace("/en/", "/zh/") : page.url;
    link.textContent = meta.number ? `#${meta.number} ${meta.title}` : meta.title;
    const facts = document.createElement("small");
    const first = meta.release ? `${told.say.first_release} ${meta.release}`
      : meta.bound ? told.say.not_after.replace("{tag}", meta.bound) : meta.number ? told.say.unreleased : "";
    const parts = [meta.engine, told.kinds[meta.kind] ?? meta.kind, meta.kind === "release" ? "" : first, meta.date];
    facts.textContent = ` ${parts.filter(Boolean).join(" · ")}`;
    const why = document.createElement("p");
    why.className = "why";
    if (meta.number) why.textContent = meta.note ?? "";
    else why.innerHTML = page.excerpt; // Pagefind escapes the page's text and adds <mark>
    item.append(link, facts, why);
    return item;
  };

  const offer = (filters) => {
    for (const [name, key] of [["engine", "search_engine"], ["kind", "search_kind"], ["year", "search_year"]]) {
      const values = Object.keys(filters[name] ?? {});
      if (values.length < 2) continue;
      const label = document.createElement("label");
      const select = document.createElement("select");
      select.append(new Option(told.say.search_all, ""));
      for (const value of values.sort()) select.append(new Option(told.kinds[value] ?? value, value));
      select.addEventListener("change", () => { chosen[name] = select.value; search(); });
      label.append(`${told.say[key]} `, select);
      bar.append(label);
    }
  };

  let later = 0;
  form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(later); search(); });
  box.addEventListener("focus", () => load().catch(() => {}), { once: true });
  box.addEventListener("input", () => { clearTimeout(later); later = setTimeout(search, 250); });
  more.addEventListener("click", () => show(turn));
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      box.focus();
    }
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) { box.value = asked; search(); }
})();
