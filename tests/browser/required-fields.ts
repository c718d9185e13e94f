import type { Page } from "@playwright/test"
import { expect } from "../harness/shop.ts"

export async function expectRequiredMarked(page: Page, what: string): Promise<void> {
  expect.soft(await page.evaluate(silentForms), `${what}: forms that do not say what is required`).toEqual([])
}

/** Forms with required fields that do not say so. */
function silentForms(): string[] {
  const asks = (field: Element) => {
    if (field.matches("[type=hidden], [type=radio], [readonly]")) return false
    // A list without an empty option cannot be left empty.
    return !(field instanceof HTMLSelectElement) || [...field.options].some(({ value }) => value === "")
  }
  const mentionsRequired = (form: Element) =>
    /obligatoire/i.test(form.textContent) || /obligatoire/i.test(form.getAttribute("aria-label") ?? "")
  return [...document.forms]
    .filter((form) => [...form.querySelectorAll("[required]")].some(asks) && !mentionsRequired(form))
    .map((form) => form.querySelector("[required]")?.id ?? form.action)
}
