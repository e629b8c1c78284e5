import { Socket } from "node:net";

/** Loaded before a program whose traffic must stay on this machine: it exits at the first connection elsewhere. */
const connect = Reflect.get(Socket.prototype, "connect") as (...args: unknown[]) => Socket;

Socket.prototype.connect = function connectHere(this: Socket, ...args: unknown[]): Socket {
  // Node's own callers pass their arguments as one list.
  const [to, name] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string } | number, string?];
  const host = (typeof to === "object" ? to.host : name) ?? "localhost";
  if (!["localhost", "127.0.0.1", "::1"].includes(host)) {
    process.stderr.write(`left the machine: ${host}\n`);
    process.exit(86);
  }
  return connect.apply(this, args);
};
