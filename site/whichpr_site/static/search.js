// Search in the page: Pagefind is loaded when the box is first used. Question words are stripped as on the command line.
const form = document.querySelector("form.search");
const box = form.querySelector("input");
const list = document.getElementById("results");
const root = new URL(form.dataset.root, location.href);
const ASKING = /\b(which|what|when|where|who|how|does|did|do|is|are|was|were|the|a|an|pr|prs|pull|request|requests|release|version|first|add|added|adds|introduced|change|changed|support|supports|for|of|in|to|with)\b|哪个|哪些|哪次|什么时候|什么|版本|首次|最早|新增了?|添加了?|引入了?|加了?|支持|的|了|吗|是|在|给/gi;
let engine;
let latest = 0;

async function load() {
  if (!engine) {
    engine = await import(new URL("pagefind/pagefind.js", root));
    await engine.options({ ranking: { termFrequency: 0.4, pageLength: 0.2, termSaturation: 0.8 } });
  }
  return engine;
}

function line(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function show(found) {
  const made = document.createElement("ol");
  made.className = "found";
  for (const page of found) {
    const item = document.createElement("li");
    const link = line("a", page.meta.title);
    link.href = page.url;
    const facts = [page.meta.kind, page.meta.released, page.meta.merged].filter(Boolean);
    item.append(link, line("span", facts.join(" · "), "meta"));
    made.append(item);
  }
  list.replaceChildren(found.length ? made : line("p", form.dataset.none));
}

async function search() {
  const turn = ++latest;
  const asked = box.value.trim();
  const words = asked.replace(ASKING, " ").replace(/[?？,，。]/g, " ").trim() || asked;
  const address = new URL(location.href);
  asked ? address.searchParams.set("q", asked) : address.searchParams.delete("q");
  history.replaceState(null, "", address);
  if (!asked) return list.replaceChildren();
  const { results } = await (await load()).search(words);
  const pages = await Promise.all(results.slice(0, 10).map((result) => result.data()));
  if (turn === latest) show(pages);
}

let waiting;
box.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, 150);
});
box.addEventListener("focus", load, { once: true });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  }
});
box.value = new URLSearchParams(location.search).get("q") ?? "";
if (box.value) search();
