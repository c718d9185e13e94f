import { type KeptForm, isKeptForm, keptVersion, nameOf, restore, restoreRows, versionOf } from "./kept-fields.ts"
import { forget, readKept } from "./kept-store.ts"

/** By the name of a form: the version that what was put back was typed over, and the one that the page was opened with. */
export type Versions = Map<string, { typedOver: string; opened: string }>

/** How long a field may take to appear: what a form asks the server first. */
const LATEST_MS = 10_000

/** Puts back what was typed in the forms of this page; answers whether there was anything, and how to stop waiting for late fields. */
export function restoreForms(
  userId: string,
  place: string,
  versions: Versions,
): { changed: boolean; stop: () => void } {
  const kept = readKept(userId, place)
  const stops: (() => void)[] = []
  let changed = false
  for (const form of kept.length > 0 ? document.forms : []) {
    const typed = isKeptForm(form) ? kept.find((one) => one.form === nameOf(form)) : undefined
    if (!typed) continue
    const [opened, typedOver] = [versionOf(form), keptVersion(typed)]
    const otherRows = restoreRows(form, typed)
    const { changed: otherFields, missing } = restore(form, typed)
    if (!otherRows && !otherFields) continue
    changed = true
    if (missing.size > 0) stops.push(restoreLate(form, typed, missing))
    if (opened !== null && typedOver !== null && opened !== typedOver) versions.set(typed.form, { typedOver, opened })
  }
  if (kept.length > 0 && !changed) forget(userId, place)
  return { changed, stop: () => stops.forEach((stop) => stop()) }
}

/** Fields that a form shows only after others are filled, or after the server answered; the person's own typing ends the wait. */
function restoreLate(form: HTMLFormElement, typed: KeptForm, missing: ReadonlySet<string>): () => void {
  let wanted = missing
  const observer = new MutationObserver(() => {
    wanted = restore(form, typed, wanted).missing
    if (wanted.size === 0) stop()
  })
  const heard = (event: Event) => {
    if (event.isTrusted) stop()
  }
  const timer = setTimeout(() => stop(), LATEST_MS)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    form.removeEventListener("input", heard)
  }
  observer.observe(form, { childList: true, subtree: true })
  form.addEventListener("input", heard)
  return stop
}
