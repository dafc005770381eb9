// Making elements, and addresses of views.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

// element("a", {href: "…", onclick: f}, "text", otherElement)
export const element = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
export const drawn = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

// "#/pair?book=0&red=WAA…": parameters that are empty are left out.
export function address(view, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const query = new URLSearchParams(given).toString();
  return `#/${view}${query ? "?" + query : ""}`;
}

export function currentAddress() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return {view: path, parameters: Object.fromEntries(new URLSearchParams(query ?? ""))};
}

// Another address of the same view, without a step for the back button: while one types or sorts.
export function replaceAddress(view, parameters) {
  history.replaceState(null, "", address(view, parameters));
}

export function goTo(view, parameters) {
  const next = address(view, parameters);
  if (location.hash === next) dispatchEvent(new HashChangeEvent("hashchange"));  // the same place, anew
  else location.hash = next;
}

// Tells whether a key belongs to the element with the focus, and not to the view.
export const isTyping = event => event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.target.closest("input, select, textarea, dialog, [role=listbox], .matrix");

// Sets the text of an element that holds nothing else, often many times a second: its text node stays.
export function setText(node, text) {
  if (!node.firstChild) node.append(String(text));
  else if (node.firstChild.data !== String(text)) node.firstChild.data = text;
}

// The same of an attribute.
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

export const fault = message => element("p", {class: "fault", role: "alert"}, message);

export const button = (text, onclick, attributes = {}) => element("button", {type: "button", onclick, ...attributes}, text);

// A label around its control.
export const labelled = (text, control, attributes = {}) => element("label", {class: "field", ...attributes}, element("span", {}, text), control);

export function select(options, value, onchange, attributes = {}) {
  const control = element("select", {onchange: () => onchange(control.value), ...attributes},
    options.map(([key, text]) => element("option", {value: key, selected: String(key) === String(value)}, text)));
  return control;
}

export function table(heads, rows, attributes = {}) {
  return element("div", {class: "scroll-x"}, element("table", attributes,
    element("thead", {}, element("tr", {}, heads.map(head => element("th", {scope: "col"}, head)))),
    element("tbody", {}, rows.map(row => row instanceof Element ? row : element("tr", {}, row.map(cell => element("td", {}, cell)))))));
}

export const facts = pairs => element("dl", {class: "facts"},
  pairs.filter(Boolean).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));

export async function copyText(text, from) {
  try {
    await navigator.clipboard.writeText(text);
    const before = from.textContent;
    from.textContent = "Copied";
    setTimeout(() => { from.textContent = before; }, 1200);
  } catch {
    prompt("Copy this:", text);
  }
}
