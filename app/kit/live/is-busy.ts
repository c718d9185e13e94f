import type { UnsentChanges } from "./unsent-changes.ts"

const REST_MS = 1_000
const ATTENTION_MS = 10_000

const textInputs =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=hidden])"
const pressableElements = "a, button, label, summary, input, select, textarea"

const mayDisappear = "button, input[type=checkbox], input[type=radio]"

type Activity = { shiftsPage: boolean; lastAct?: number; unsent?: UnsentChanges }

/** `shiftsPage`: new content moves what is below, so that a press could hit something else. */
export function isBusy({ shiftsPage, lastAct, unsent }: Activity): boolean {
  const main = document.getElementById("contenu")
  if (!main) return false
  const active = document.activeElement
  const isInside = active !== null && active !== main && main.contains(active)
  const isTyping = isInside && active.matches(textInputs)
  const hasKeyboard = isInside && active.matches(":focus-visible")
  // Replacing these controls would lose the focus.
  if (!shiftsPage) return isTyping || (hasKeyboard && active.matches(mayDisappear))
  if (document.querySelector("dialog[open], [popover]:popover-open")) return true
  if (unsent?.hasChangesIn(main)) return true
  const restedMs = lastAct === undefined ? REST_MS : performance.now() - lastAct
  if (restedMs < REST_MS) return true
  const hovers = matchMedia("(hover: hover)").matches && main.querySelector(`:is(${pressableElements}):hover`) !== null
  if (restedMs < ATTENTION_MS && (isTyping || hasKeyboard || hovers)) return true
  return [...main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].some(isTypedIn)
}

function isTypedIn(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field.matches("[type=checkbox], [type=radio], [type=hidden], [type=file]")) return false
  return field.value !== field.defaultValue
}
