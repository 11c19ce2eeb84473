// Light and dark themes, and the colours of mechanisms: a mechanism has the same hue everywhere.
import {hcl, interpolateViridis, rgb, scaleLinear} from "d3";

const listeners = [];
const media = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => document.documentElement.dataset.theme === "dark";
export const onTheme = (f) => listeners.push(f);
export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function apply(theme) {
  document.documentElement.dataset.theme = theme;
  for (const f of listeners) f();
}

/** Follows the system setting until the reader chooses. */
export function startTheme(button) {
  let chosen = null;
  try { chosen = localStorage.getItem("heddle-theme"); } catch { /* a page from a file may have none */ }
  const label = () => {
    button.setAttribute("aria-label", isDark() ? "Switch to light colours" : "Switch to dark colours");
    button.title = button.getAttribute("aria-label");
  };
  apply(chosen ?? (media.matches ? "dark" : "light"));
  label();
  media.addEventListener("change", () => { if (!chosen) { apply(media.matches ? "dark" : "light"); label(); } });
  button.addEventListener("click", () => {
    chosen = isDark() ? "light" : "dark";
    try { localStorage.setItem("heddle-theme", chosen); } catch { /* then it lasts as long as the page */ }
    apply(chosen);
    label();
  });
}

// After Okabe and Ito: distinguishable without red and green.
const kMechanisms = {
  pdom: "#0072b2", serialize: "#8b8b8b", mimd: "#4d4d4d", dwf: "#d55e00", large_warp: "#009e73", tbc: "#c2a400",
  dual_path: "#7a4fb5", dws: "#cc79a7", frontier: "#56b4e9", interwoven: "#9a5b13", temporal: "#e69f00",
  limit: "#5f6f7f",
};
// Different from the colours of mechanisms; neighbours differ in lightness.
const kOthers = ["#455a9c", "#8fb339", "#b0417a", "#3c8d93", "#e08a8a", "#2f5d50", "#6a6ad0", "#8f7c3c"];

function base(mechanism) {
  if (kMechanisms[mechanism]) return kMechanisms[mechanism];
  let hash = 0;
  for (const c of mechanism) hash = (hash * 31 + c.charCodeAt(0)) >>> 0;
  return kOthers[hash % kOthers.length];
}

function shaded(color, dark, step, steps) {
  const c = hcl(color);
  if (dark) c.l = Math.max(58, c.l + 12);
  if (steps > 1) {
    // Several variants of one family: from dark to light around the family's colour.
    const span = Math.min(46, 14 * (steps - 1));
    c.l = Math.min(90, Math.max(28, c.l - span / 2 + (span * step) / (steps - 1)));
    c.c *= 1 - 0.25 * (step / (steps - 1));
  }
  return c.formatHex();
}

/** A colour for each mechanism; variants of one family differ in lightness. */
export function mechanismColors(mechanisms) {
  const dark = isDark(), seen = {};
  const total = {};
  for (const m of mechanisms) total[m] = (total[m] ?? 0) + 1;
  return mechanisms.map((m) => {
    const step = (seen[m] = (seen[m] ?? -1) + 1);
    return shaded(base(m), dark, step, total[m]);
  });
}

/** Colours of unordered things that are not mechanisms. */
export function distinct(n) {
  return Array.from({length: n}, (_, i) => shaded(kOthers[i % kOthers.length], isDark(), 0, 1));
}

/** Colours of ordered things (active lanes, basic blocks): from none to all. */
export function ordered(n) {
  const [low, high] = isDark() ? [0.2, 0.95] : [0.02, 0.88];
  return Array.from({length: n}, (_, i) => rgb(interpolateViridis(n === 1 ? low : low + ((high - low) * i) / (n - 1))).formatHex());
}

/** Around 1: below it purple, above it orange. */
export function aroundOne(most) {
  const middle = isDark() ? "#23262c" : "#f4f1ea", m = Math.log(most);
  const scale = scaleLinear([-m, -m / 2, 0, m / 2, m], ["#5e3c99", "#a58cc4", middle, "#eda04b", "#b35806"]).clamp(true);
  return (ratio) => (ratio > 0 ? scale(Math.log(ratio)) : middle);
}

/** A readable text colour on a background: at lightness 52 both have the same contrast. */
export const inkOn = (color) => (hcl(color).l > 52 ? "#16181c" : "#ffffff");
