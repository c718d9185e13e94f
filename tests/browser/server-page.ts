import type { APIResponse } from "@playwright/test"

/** As the server renders it, without scripts. */
export async function readMain(answer: APIResponse): Promise<{ markup: string; words: string }> {
  const page = (await answer.text()).replaceAll(/<!--.*?-->/gs, "")
  const markup = page.split(/<main\b[^>]*>/)[1]?.split("</main>")[0] ?? ""
  const words = markup.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, "")
  return { markup, words }
}

export function offeredDays(markup: string): string[] {
  return [...markup.matchAll(/name="date"[^>]* value="([^"]+)"/g)].map(([, day = ""]) => day)
}
