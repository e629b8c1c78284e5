import type { Board, Signal } from "./signal.ts";

const units: Readonly<Record<Signal["unit"], string>> = {
  "per second": "reqps",
  seconds: "s",
  count: "short",
  currency: "none",
  "yes or no": "bool",
  bytes: "bytes",
};
const columns = 3;
const width = 24 / columns;
const height = 8;

/** A dashboard as Grafana imports it; its reader chooses the data source. */
export function dashboard({ id, title, signals }: Board): string {
  const board = {
    uid: id,
    title,
    schemaVersion: 39,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [{ name: "source", label: "Data source", type: "datasource", query: "prometheus" }],
    },
    panels: signals.map(toPanel),
  };
  return `${JSON.stringify(board, null, 2)}\n`;
}

function toPanel({ title, drawn, unit, alert }: Signal, index: number): object {
  return {
    id: index + 1,
    title,
    type: "timeseries",
    ...(alert && { description: `${alert.says} Alert: ${alert.name}.` }),
    datasource: { type: "prometheus", uid: "$source" },
    gridPos: {
      x: (index % columns) * width,
      y: Math.floor(index / columns) * height,
      w: width,
      h: height,
    },
    fieldConfig: { defaults: { unit: units[unit], min: 0 }, overrides: [] },
    options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi" } },
    targets: drawn.map(({ expr, legend }, place) => ({
      refId: String.fromCodePoint(65 + place),
      expr,
      legendFormat: legend,
    })),
  };
}
