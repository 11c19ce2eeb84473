// A paper: its figures, drawn from its tables, its claims, and the tables without a figure.
import {csvLink, h, prose} from "./dom.js";
import {figureCard, tableOf, tableRows} from "./figure.js";
import {ledgerTable} from "./ledger.js";

export function studyView(study) {
  const cards = study.figures.map((f, i) => figureCard(study, f, i));
  const drawn = new Set(study.figures.flatMap((f) => f.tables));
  const others = study.tables.filter((t) => !drawn.has(t.id));
  const view = h("article", {},
    h("header.title", {}, h("h1", {}, study.name, h("small", {}, study.title)),
      study.note ? h("p.lead", {}, prose(study.note)) : null,
      h("p.command", {}, h("code", {}, `heddle reproduce ${study.name} --size ${study.size}`), ` on the preset ${study.preset}`)),
    study.failures.map((f) => h("p.failure", {role: "alert"}, `${f.row} under ${f.variant}: ${f.what}`)),
    cards.length ? h("h2", {}, "Figures") : null, cards,
    study.claims.length ? [h("h2", {}, "Claims"), ledgerTable([study])] : null,
    others.length ? h("h2", {}, "Tables") : null,
    others.map((t) => h("section.card", {}, h("h3", {}, t.title), t.note ? h("p.note", {}, prose(t.note)) : null, tableOf(t),
      h("footer", {}, csvLink(`${study.name}-${t.id}`, () => tableRows(t))))));
  view.draw = () => cards.forEach((c) => c.draw());
  return view;
}
