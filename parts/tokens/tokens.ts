import { createHmac } from "node:crypto";
import { errors, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { toDate, type Clock } from "../../platform/clock.ts";

/** What we sign, each under a key and a type of its own, so that none passes for another. */
const types = {
  /** A registered app: all that is known of it. */
  client: "client+jwt",
  /** A consent page that was shown. */
  ticket: "ticket+jwt",
  code: "code+jwt",
  refresh: "rt+jwt",
  access: "at+jwt",
} as const;

export type TokenKind = keyof typeof types;
type Claims = Readonly<Record<string, unknown>>;

/** Texts that only we can have made, and that say all there is to know; nothing is stored for them. */
export type Tokens = Readonly<{
  /** The same claims make the same text. Without `untilMs` it is good permanently. */
  sign(kind: TokenKind, claims: Claims, untilMs?: number): Promise<string>;
  /** What was signed; `expired` when its time is over, undefined when it is not ours. */
  read(kind: TokenKind, text: string, wanted?: Expected): Promise<Claims | "expired" | undefined>;
}>;

type Expected = Readonly<{ issuer: string; audience: string }>;

export function createTokens(secret: string, clock: Pick<Clock, "now">): Tokens {
  const keys = new Map(
    Object.values(types).map((type) => [type, createHmac("sha256", secret).update(type).digest()]),
  );
  const keyOf = (kind: TokenKind): Uint8Array => keys.get(types[kind])!;
  return {
    async sign(kind, claims, untilMs) {
      const token = new SignJWT({ ...claims } as JWTPayload).setProtectedHeader({
        alg: "HS256",
        typ: types[kind],
      });
      if (untilMs !== undefined) token.setExpirationTime(Math.floor(untilMs / 1000));
      return token.sign(keyOf(kind));
    },
    async read(kind, text, wanted) {
      try {
        const { payload } = await jwtVerify(text, keyOf(kind), {
          algorithms: ["HS256"],
          typ: types[kind],
          currentDate: toDate(clock.now()),
          ...wanted,
        });
        return payload;
      } catch (error) {
        if (error instanceof errors.JWTExpired) return "expired";
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
