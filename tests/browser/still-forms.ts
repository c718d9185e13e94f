import type { Page, Response } from "@playwright/test"
import type { HeldScripts } from "../harness/awake.ts"
import { expect } from "../harness/shop.ts"

/** Opens a page as `goto` does, and expects that none of its controls moves under a finger while it wakes. */
export async function openWatchingForms(page: Page, scripts: HeldScripts, address: string): Promise<Response | null> {
  const answer = await scripts.open(address)
  // The frame's forms stand on every page, so that a page with none of its own shows nothing new.
  const asksNothing = await page.evaluate(() => !document.querySelector("main form"))
  if (asksNothing) await scripts.arrive()
  else await expectNothingMoves(page, scripts, address)
  await page.waitForLoadState()
  return answer
}

async function expectNothingMoves(page: Page, scripts: HeldScripts, address: string): Promise<void> {
  await page.evaluate(waitForLettersAndPictures)
  const asleep = await page.evaluate(placesOfControls)
  await scripts.arrive()
  const awake = await page.evaluate(placesOfControls)
  const moved = asleep.filter((place) => !awake.includes(place))
  expect.soft(moved, `${address}: controls that move while the page wakes`).toEqual([])
}

async function waitForLettersAndPictures(): Promise<void> {
  await document.fonts.ready
  for (const image of document.images) {
    image.loading = "eager"
    if (!image.complete) await new Promise((loaded) => (image.onload = image.onerror = loaded))
  }
}

/** Left and top of each visible button and field of the forms. */
function placesOfControls(): string[] {
  return [...document.querySelectorAll("form :is(button, input:not([type=hidden]), select, textarea)")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .map((control) => {
      const { left, top } = control.getBoundingClientRect()
      const name = control.getAttribute("name") ?? control.textContent
      return `${name} ${Math.round(left)} ${Math.round(top + scrollY)}`
    })
}
