import { expect } from "vitest";

/** As a desktop reads a notification's body; there must be no tag in it, and no entity but the three. */
export function readMarkup(markup: string): string {
  expect(markup).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
  return markup.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
