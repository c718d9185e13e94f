import type { Page } from "@playwright/test"

/** The test browser knows English alone: writes date and file fields in French. */
export async function speakFrench(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>("input[type=date]")) {
      const day = field.value.split("-").toReversed().join("/")
      field.type = "text"
      field.value = day || "jj/mm/aaaa"
    }
    for (const field of document.querySelectorAll<HTMLInputElement>("input[type=file]")) {
      field.type = "text"
      field.value = "Choisir un fichier   Aucun fichier choisi"
    }
  })
}
