import type { Card, CardReversal, CardSession, Purchase } from "../../../parts/card/card.ts";

/** A card processor in memory: it knows each checkout, and whether it was paid. */
export type Processor = Readonly<{
  card: Card;
  /** Oldest first. */
  sessions: CardSession[];
  /** Refunded and disputed payments, which are named like their sessions; oldest first. */
  reversals: CardReversal[];
  change(id: string, changes: Partial<CardSession>): void;
}>;

export function createProcessor(): Processor {
  const sessions: CardSession[] = [];
  const reversals: CardReversal[] = [];

  function open(purchase: Purchase): string {
    const id = `cs_${sessions.length + 1}`;
    const { amountCents } = purchase;
    sessions.push({ id, state: "open", isPaid: false, amountCents, currency: "usd", purchase });
    return id;
  }

  return {
    sessions,
    reversals,
    change(id, changes) {
      const place = sessions.findIndex((session) => session.id === id);
      sessions[place] = { ...sessions[place]!, ...changes };
    },
    card: {
      begin: async (purchase) => ({ session: open(purchase), url: "https://pay.example/" }),
      find: async (id) => sessions.find((session) => session.id === id),
      findByPayment: async (payment) => sessions.find(({ id }) => id === payment),
      reversalsOf: async (payment) => reversals.filter((reversal) => reversal.payment === payment),
      recentReversals: async () => reversals,
      readEvent: () => {
        throw new Error("Events are handed over as sessions here.");
      },
      count: () => {},
    },
  };
}
