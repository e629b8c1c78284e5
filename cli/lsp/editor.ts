import {
  LogMessageNotification,
  MessageType,
  PublishDiagnosticsNotification,
  ShowMessageNotification,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from "vscode-languageserver-protocol";

/** What the server tells the editor without having been asked. */
export type Editor = Readonly<{
  publish(params: PublishDiagnosticsParams): void;
  /** Into the editor's log. */
  log(message: string): void;
  /** To the user, and into the log. */
  show(kind: "info" | "error", message: string): void;
}>;

const types = { info: MessageType.Info, error: MessageType.Error } as const;

export function createEditor(connection: Pick<ProtocolConnection, "sendNotification">): Editor {
  // An editor that has gone needs to be told nothing.
  const ignore = (): void => undefined;
  const log = (type: MessageType, message: string): void =>
    void connection.sendNotification(LogMessageNotification.type, { type, message }).catch(ignore);
  return {
    publish: (params) =>
      void connection.sendNotification(PublishDiagnosticsNotification.type, params).catch(ignore),
    log: (message) => log(MessageType.Log, message),
    show: (kind, message) => {
      log(types[kind], message);
      void connection
        .sendNotification(ShowMessageNotification.type, { type: types[kind], message })
        .catch(ignore);
    },
  };
}
