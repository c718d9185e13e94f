import { type Draft, forgetDraft, forgetDraftsOfOthers, readDraft, writeDraft } from "./store.ts"

type TabState = { owner: string | null; path: string; search: string }

/** Someone signing up during a booking has no account yet. */
const anonymousForms: ReadonlySet<string> = new Set(["wizard-register"])

/** A draft is deleted once saved, or when its owner leaves its page; it survives an ended session or an error page. */
export function openDrafts(first: TabState) {
  let current = first
  let sent: string | null = null
  let typed: string | null = null
  let interrupted: string | null = null
  const unmounted = new Set<string>()
  const ownerOf = (name: string) => current.owner ?? (anonymousForms.has(name) ? "visitor" : null)
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
      writeDraft(owner, name, { ...draft, path: current.path })
    },
    forget,
    formMounted: (name: string) => void unmounted.delete(name),
    formUnmounted: (name: string) => void unmounted.add(name),
    markSent(name: string): void {
      sent = name
    },
    wasSent: (name: string) => sent === name,
    /** True once, for the form in use when the session ended. */
    takeInterrupted(name: string): boolean {
      const isInterrupted = interrupted === name
      if (isInterrupted) interrupted = null
      return isInterrupted
    },
    handleSaved(): void {
      if (sent !== null) forget(sent)
      sent = null
    },
    handleAnswered(): void {
      sent = null
    },
    /** Call it after the forms' effects. */
    handleMove(next: TabState): void {
      const before = current
      current = next
      if (next.owner !== null) forgetDraftsOfOthers(next.owner)
      if (before.owner !== null && next.owner === null) interrupted = sent ?? typed
      if (before.owner !== next.owner || before.path !== next.path) typed = null
      const hasLeft = before.owner === next.owner && (before.path !== next.path || before.search !== next.search)
      if (hasLeft) for (const name of unmounted) forget(name)
      if (hasLeft || before.owner !== next.owner) unmounted.clear()
    },
  }
}

export type OpenDrafts = ReturnType<typeof openDrafts>
