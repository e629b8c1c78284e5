/** What a link to the playground holds: only in its fragment, which browsers send to nobody. */
export type Shared = Readonly<{
  code: string;
  mode?: string;
  examples?: string;
  files?: Readonly<Record<string, string>>;
}>;

export async function toFragment(shared: Shared): Promise<string> {
  const bytes = await pipe(
    new TextEncoder().encode(JSON.stringify(shared)),
    new CompressionStream("deflate-raw"),
  );
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
  return `#s=${btoa(binary)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "")}`;
}

/** What a fragment holds; undefined where it holds nothing that can be read. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const encoded = /^#s=([\w-]+)$/.exec(fragment)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.codePointAt(0)!);
    const text = new TextDecoder().decode(await pipe(bytes, new DecompressionStream("deflate-raw")));
    return readShared(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readShared(value: unknown): Shared | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { code, mode, examples, files } = value as Record<string, unknown>;
  if (typeof code !== "string") return undefined;
  return {
    code,
    ...(typeof mode === "string" && { mode }),
    ...(typeof examples === "string" && { examples }),
    ...(isTexts(files) && { files }),
  };
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((text) => typeof text === "string")
  );
}

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
