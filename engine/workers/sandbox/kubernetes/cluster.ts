import type { CoreV1Api, CustomObjectsApi, RequestContext, ResponseContext } from "@kubernetes/client-node";

type Apis = Readonly<{ core: CoreV1Api; custom: CustomObjectsApi }>;

/** The cluster's API, as far as boxes need it. No call waits longer than ten seconds, none of the quick ones than five. */
export type Cluster = Apis & Readonly<{ namespace: string; quick: Apis }>;

export type ClusterSettings = Readonly<{
  namespace: string;
  /** Unset: the service account of the Pod that this process runs in. */
  kubeconfig: string | undefined;
}>;

const callMs = 10_000;
/** A control plane may be busy or far away, and boxes that stand ready do without it. */
const pingMs = 5000;
const notFound = 404;

export async function connectCluster({ namespace, kubeconfig }: ClusterSettings): Promise<Cluster> {
  // A large package, which nobody loads who runs no Pods.
  const client = await import("@kubernetes/client-node");
  const config = new client.KubeConfig();
  if (kubeconfig === undefined) config.loadFromCluster();
  else config.loadFromFile(kubeconfig);
  const server = config.getCurrentCluster()?.server;
  if (server === undefined || !URL.canParse(server))
    throw new Error("No cluster is known: set KUBECONFIG, or run in a Pod that has a service account.");

  let dispatcher: ReturnType<RequestContext["getDispatcher"]>;
  const connect = (limitMs: number): Apis => {
    const limited = {
      pre: async (request: RequestContext) => {
        request.setSignal(AbortSignal.timeout(limitMs));
        // The client makes one for every call, and so a new connection.
        dispatcher ??= request.getDispatcher();
        if (dispatcher) request.setDispatcher(dispatcher);
        return request;
      },
      post: async (response: ResponseContext) => response,
    };
    const settings = client.createConfiguration({
      baseServer: new client.ServerConfiguration(server, {}),
      authMethods: { default: config },
      promiseMiddleware: [limited],
    });
    return { core: new client.CoreV1Api(settings), custom: new client.CustomObjectsApi(settings) };
  };

  return { namespace, ...connect(callMs), quick: connect(pingMs) };
}

/** What a call answers; undefined where the thing it is about does not exist. */
export async function ifThere<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === notFound) return undefined;
    throw error;
  }
}
