import { Socket } from "node:net";

/** Loaded before a program whose traffic must not leave this machine: it ends at the first connection that would. */
const connect = Reflect.get(Socket.prototype, "connect") as (...args: unknown[]) => Socket;

Socket.prototype.connect = function connectHere(this: Socket, ...args: unknown[]): Socket {
  // Node's own callers hand their arguments over as one list.
  const [to, name] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string } | number, string?];
  const host = (typeof to === "object" ? to.host : name) ?? "localhost";
  if (!["localhost", "127.0.0.1", "::1"].includes(host)) {
    process.stderr.write(`left the machine: ${host}\n`);
    process.exit(86);
  }
  return connect.apply(this, args);
};
