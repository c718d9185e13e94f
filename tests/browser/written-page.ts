import type { APIResponse } from "@playwright/test"

/** The main part of a page as the server writes it: its markup, and the words of it that are read. */
export async function mainOf(answer: APIResponse): Promise<{ markup: string; words: string }> {
  const page = (await answer.text()).replaceAll(/<!--.*?-->/gs, "")
  const markup = page.split(/<main\b[^>]*>/)[1]?.split("</main>")[0] ?? ""
  const words = markup.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, "")
  return { markup, words }
}

/** The days that a calendar in it offers to tick. */
export function offeredDays(markup: string): string[] {
  return [...markup.matchAll(/name="date"[^>]* value="([^"]+)"/g)].map(([, day = ""]) => day)
}
