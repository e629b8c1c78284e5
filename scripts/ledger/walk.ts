const limit = 200;

/** Everything of a listing, page by page. */
export async function* walk<Item>(
  list: (page: { after?: string; limit: number }) => Promise<readonly Item[]>,
  nameOf: (item: Item) => string,
): AsyncGenerator<Item> {
  let after: string | undefined;
  for (;;) {
    const page = await list({ ...(after !== undefined && { after }), limit });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = nameOf(last);
  }
}
