import { type Draft, forgetDraft, forgetDraftsOfOthers, readDraft, writeDraft } from "./store.ts"

/** Where the tab is and who sits there; null for nobody. */
type Situation = { owner: string | null; path: string; search: string }

/** Who signs up in the middle of a booking is nobody yet. */
const formsOfVisitors: ReadonlySet<string> = new Set(["wizard-register"])

/**
 * The drafts of one tab: those of the person who is signed in. A draft goes when its form was saved, and when its form leaves
 * with its page while its owner stays signed in: that was their choice. It waits when the session ended, and when an
 * error page took the form's place. Nobody keeps no drafts, but for `formsOfVisitors`.
 */
export function openDrafts(first: Situation) {
  let now = first
  let sent: string | null = null
  let typed: string | null = null
  let cutOff: string | null = null
  const gone = new Set<string>()
  const ownerOf = (name: string) => now.owner ?? (formsOfVisitors.has(name) ? "visitor" : null)
  const forget = (name: string) => {
    const owner = ownerOf(name)
    if (owner !== null) forgetDraft(owner, name)
  }

  return {
    read(name: string): Draft | null {
      const owner = ownerOf(name)
      return owner === null ? null : readDraft(owner, name)
    },
    write(name: string, draft: Omit<Draft, "path">): void {
      const owner = ownerOf(name)
      if (owner === null) return
      typed = name
      writeDraft(owner, name, { ...draft, path: now.path })
    },
    forget,
    /** The form of that name is on the page. */
    formShown: (name: string) => void gone.delete(name),
    formGone: (name: string) => void gone.add(name),
    formSent(name: string): void {
      sent = name
    },
    /** True from then until the answer is there. */
    wasSent: (name: string) => sent === name,
    /** True once of the form that was sent, or typed in last, when the session ended: one comes back to it. */
    takeCutOff(name: string): boolean {
      const isIt = cutOff === name
      if (isIt) cutOff = null
      return isIt
    },
    /** What was sent last is stored now. What is typed in other forms stays. */
    saved(): void {
      if (sent !== null) forget(sent)
      sent = null
    },
    /** Whatever was sent has been answered, and was not saved. */
    answered(): void {
      sent = null
    },
    /** The page as it is now shown. Call it after the forms have come and gone. */
    moved(next: Situation): void {
      const before = now
      now = next
      if (next.owner !== null) forgetDraftsOfOthers(next.owner)
      if (before.owner !== null && next.owner === null) cutOff = sent ?? typed
      if (before.owner !== next.owner || before.path !== next.path) typed = null
      const left = before.owner === next.owner && (before.path !== next.path || before.search !== next.search)
      if (left) for (const name of gone) forget(name)
      if (left || before.owner !== next.owner) gone.clear()
    },
  }
}

export type OpenDrafts = ReturnType<typeof openDrafts>
