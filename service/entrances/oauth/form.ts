import { OAuthRefusal } from "../../caller/oauth/refusal.ts";
import type { Incoming } from "../http/route.ts";

/** The named field of a form; undefined where it is missing or empty, which is the same to OAuth. */
export type Form = (name: string) => string | undefined;

const maxBytes = 65_536;
export const formType = "application/x-www-form-urlencoded";

export async function readForm({ header, readBytes }: Incoming): Promise<Form> {
  const type = header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== formType) throw new OAuthRefusal("invalid_request", `Send the values as ${formType}.`);
  const fields = new URLSearchParams(Buffer.from(await readBytes(maxBytes)).toString("utf8"));
  return (name) => {
    const values = fields.getAll(name);
    if (values.length > 1)
      throw new OAuthRefusal("invalid_request", `${name} must not be given more than once.`);
    return values[0] || undefined;
  };
}
