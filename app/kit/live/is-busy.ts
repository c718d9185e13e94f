import type { UnsentChanges } from "./unsent-changes.ts"

/** Somebody who has just pressed, moved or typed may be about to press again. */
const REST_MS = 1_000
/** A pointer or a keyboard that has rested on something for longer was left there. */
const LEFT_MS = 10_000

const textInputs =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=hidden])"
const pressed = "a, button, label, summary, input, select, textarea"

/** What may not be there any more once the page was read again: a free day that is taken now. */
const mayDisappear = "button, input[type=checkbox], input[type=radio]"

type Activity = { moves: boolean; lastAct?: number; unsent?: UnsentChanges }

/**
 * Whether somebody is in the middle of something on the page. `moves`: what is new would move what stands on it, so that
 * a hand on its way would press something else. `lastAct` is in milliseconds, by `performance.now`, and `unsent` what was
 * changed and not sent, where they are known.
 */
export function isBusy({ moves, lastAct, unsent }: Activity): boolean {
  const main = document.getElementById("contenu")
  if (!main) return false
  const active = document.activeElement
  const isInside = active !== null && active !== main && main.contains(active)
  const isTyping = isInside && active.matches(textInputs)
  const hasKeyboard = isInside && active.matches(":focus-visible")
  // The keyboard would be left on nothing.
  if (!moves) return isTyping || (hasKeyboard && active.matches(mayDisappear))
  if (document.querySelector("dialog[open], [popover]:popover-open")) return true
  if (unsent?.isIn(main)) return true
  const restedMs = lastAct === undefined ? REST_MS : performance.now() - lastAct
  if (restedMs < REST_MS) return true
  const hovers = matchMedia("(hover: hover)").matches && main.querySelector(`:is(${pressed}):hover`) !== null
  if (restedMs < LEFT_MS && (isTyping || hasKeyboard || hovers)) return true
  return [...main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].some(isTypedIn)
}

/** Typed, and not sent, maybe before anybody listened. */
function isTypedIn(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field.matches("[type=checkbox], [type=radio], [type=hidden], [type=file]")) return false
  return field.value !== field.defaultValue
}
