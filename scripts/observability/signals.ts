import { agentSignals } from "./agent-signals.ts";
import { serviceSignals } from "./service-signals.ts";
import type { Board } from "./signal.ts";

/** Every dashboard with all that is on it; the alerts are those of their signals. */
export const boards: readonly Board[] = [
  { id: "assay-service", title: "Assay: the service", signals: serviceSignals },
  { id: "assay-agent", title: "Assay: the marketplace agent", signals: agentSignals },
];
