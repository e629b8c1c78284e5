import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { TestService } from "../support/service.ts";
import { openViewing } from "./marketplace-browser.ts";

/** A browser and a service for all tests of a file, there while they run. */
export function viewSite(prepare: (service: TestService) => Promise<unknown> = async () => undefined) {
  let viewing: Awaited<ReturnType<typeof openViewing>> | undefined;
  let service: TestService | undefined;
  beforeAll(async () => {
    viewing = await openViewing();
    service = await viewing.services.open();
    await prepare(service);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await viewing?.[Symbol.asyncDispose]();
  });
  return {
    get browser(): Browser {
      return viewing!.browser;
    },
    get services() {
      return viewing!.services;
    },
    get service(): TestService {
      return service!;
    },
  };
}
