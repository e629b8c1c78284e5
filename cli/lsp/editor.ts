import {
  DiagnosticRefreshRequest,
  LogMessageNotification,
  MessageType,
  PublishDiagnosticsNotification,
  ShowMessageNotification,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
  type ClientCapabilities,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageserver-protocol";

/** What the server tells the editor without having been asked. */
export type Editor = Readonly<{
  publish(params: PublishDiagnosticsParams): void;
  /** Into the editor's log. */
  log(message: string): void;
  /** To the user, and into the log. */
  show(kind: "info" | "error", message: string): void;
  /** There are other diagnostics than those it has asked for. */
  refresh(): void;
  /** Something is checked, or all is told for now; for editors that know this extension of rust-analyzer. */
  tellStatus(isQuiet: boolean): void;
  /** How far something is that takes long, where the editor can show it. */
  progress(title: string): Progress;
}>;

type Progress = Readonly<{ report(done: number, total: number): void; end(): void }>;

const types = { info: MessageType.Info, error: MessageType.Error } as const;

type Connection = Pick<ProtocolConnection, "sendNotification" | "sendRequest" | "sendProgress">;

/** `can`: what the editor has said of itself, once it has. */
export function createEditor(connection: Connection, can: () => ClientCapabilities): Editor {
  // An editor that has gone needs to be told nothing.
  const ignore = (): void => undefined;
  let tasks = 0;
  let isRefreshing = false;
  let wasQuiet: boolean | undefined;
  const log = (type: MessageType, message: string): void =>
    void connection.sendNotification(LogMessageNotification.type, { type, message }).catch(ignore);
  return {
    publish: (params) =>
      void connection.sendNotification(PublishDiagnosticsNotification.type, params).catch(ignore),
    log: (message) => log(MessageType.Log, message),
    tellStatus: (quiescent) => {
      const { experimental } = can() as { experimental?: { serverStatusNotification?: boolean } };
      if (experimental?.serverStatusNotification !== true || quiescent === wasQuiet) return;
      wasQuiet = quiescent;
      void connection
        .sendNotification("experimental/serverStatus", { health: "ok", quiescent })
        .catch(ignore);
    },
    refresh: () => {
      if (isRefreshing || can().workspace?.diagnostics?.refreshSupport !== true) return;
      isRefreshing = true;
      // Several documents change together.
      setImmediate(() => {
        isRefreshing = false;
        void connection.sendRequest(DiagnosticRefreshRequest.type).catch(ignore);
      });
    },
    progress: (title) => {
      if (can().window?.workDoneProgress !== true) return { report: ignore, end: ignore };
      const token = `assay-${(tasks += 1)}`;
      const begun = connection
        .sendRequest(WorkDoneProgressCreateRequest.type, { token })
        .then(async () =>
          connection.sendProgress(WorkDoneProgress.type, token, { kind: "begin", title, percentage: 0 }),
        );
      let shown = 0;
      const tell = (value: WorkDoneProgressReport | WorkDoneProgressEnd): void =>
        void begun
          .then(async () => connection.sendProgress(WorkDoneProgress.type, token, value))
          .catch(ignore);
      begun.catch(ignore);
      return {
        report: (done, total) => {
          const percentage = Math.min(99, Math.floor((100 * done) / Math.max(total, 1)));
          if (percentage > shown) tell({ kind: "report", percentage, message: `${done}/${total}` });
          shown = Math.max(shown, percentage);
        },
        end: () => tell({ kind: "end" }),
      };
    },
    show: (kind, message) => {
      log(types[kind], message);
      void connection
        .sendNotification(ShowMessageNotification.type, { type: types[kind], message })
        .catch(ignore);
    },
  };
}
