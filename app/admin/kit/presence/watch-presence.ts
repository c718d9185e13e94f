import { HERE_EVERY_MS } from "../../../../isomorphic/presence.ts"

type PresenceWatch = {
  /** Says what the page has open; nothing says that it was left. Answers who else has, or null where nobody may ask. */
  say: (places: readonly string[]) => Promise<readonly string[] | null>
  isVisible: () => boolean
  onOthers: (names: readonly string[]) => void
}

/**
 * Says what is open on the page for as long as it is looked at, and hears who else has it open (decision 72). `look` is
 * for a page that becomes visible or hidden; `leave` for one that goes.
 */
export function watchPresence({ say, isVisible, onOthers }: PresenceWatch) {
  const places = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSaid = false
  let isOver = false
  let turn = 0

  const look = () => {
    clearTimeout(timer)
    if (isOver) return
    if (places.size === 0 || !isVisible()) return leave()
    void tell()
  }
  const tell = async () => {
    const mine = ++turn
    isSaid = true
    const others = await say([...places.keys()]).catch(() => [])
    // What is open has changed since, or the page was left.
    if (mine !== turn) return
    if (others === null) isOver = true
    onOthers(others ?? [])
    if (!isOver) timer = setTimeout(look, HERE_EVERY_MS)
  }
  const leave = () => {
    clearTimeout(timer)
    turn++
    onOthers([])
    if (!isSaid) return
    isSaid = false
    void say([]).catch(() => undefined)
  }
  const add = (place: string, by: 1 | -1) => {
    const count = (places.get(place) ?? 0) + by
    if (count > 0) places.set(place, count)
    else places.delete(place)
    // A screen that is replaced by another leaves and enters at once: it is said when both are done.
    clearTimeout(timer)
    timer = setTimeout(look, 0)
  }
  return {
    look,
    leave,
    /** Something is open on the page, until the answer is called. */
    enter(place: string): () => void {
      add(place, 1)
      return () => add(place, -1)
    },
  }
}
