/** Prometheus' settings for one service and one agent, and where they are. */
type Places = Readonly<{ about: string; service: string; agent: string }>;

const places: Readonly<Record<string, Places>> = {
  "prometheus.yml": {
    about: "One service and one agent on this machine.",
    service: "127.0.0.1:8402",
    agent: "127.0.0.1:8403",
  },
  "compose-prometheus.yml": {
    about: "Service and agent under the names that deploy/compose.yml gives.",
    service: "service:8402",
    agent: "agent:8403",
  },
};

/** The texts of both files, by path. The rules know service and agent by the names of these jobs. */
export function scrapeSettings(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(places).map(([file, place]) => [`deploy/observability/${file}`, toYaml(place)]),
  );
}

function toYaml({ about, service, agent }: Places): string {
  return `# ${about} Written by \`npm run docs\` from scripts/observability/scraping.ts.
global:
  scrape_interval: 15s

rule_files: [alerts.yml]

scrape_configs:
  - job_name: assay
    # Where ADMIN_TOKEN is set, /metrics wants it:
    # authorization: { credentials: "…" }
    static_configs:
      - targets: ["${service}"]
  - job_name: assay-agent
    static_configs:
      - targets: ["${agent}"]
`;
}
