import { HEARTBEAT_MS } from "../../../../isomorphic/presence.ts"

type PresenceWatch = {
  postPresence: (places: readonly string[]) => Promise<readonly string[] | null>
  isVisible: () => boolean
  onOthers: (names: readonly string[]) => void
}

/** Shows who edits the same thing while the tab is visible (decision 72). */
export function watchPresence({ postPresence, isVisible, onOthers }: PresenceWatch) {
  const places = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAnnounced = false
  let isForbidden = false
  let sequence = 0

  const look = () => {
    clearTimeout(timer)
    if (isForbidden) return
    if (places.size === 0 || !isVisible()) return leave()
    void announce()
  }
  const announce = async () => {
    const own = ++sequence
    isAnnounced = true
    const others = await postPresence([...places.keys()]).catch(() => [])
    // Superseded by a newer call or by leaving.
    if (own !== sequence) return
    if (others === null) isForbidden = true
    onOthers(others ?? [])
    if (!isForbidden) timer = setTimeout(look, HEARTBEAT_MS)
  }
  const leave = () => {
    clearTimeout(timer)
    sequence++
    onOthers([])
    if (!isAnnounced) return
    isAnnounced = false
    void postPresence([]).catch(() => undefined)
  }
  const add = (place: string, step: 1 | -1) => {
    const count = (places.get(place) ?? 0) + step
    if (count > 0) places.set(place, count)
    else places.delete(place)
    // Deferred: a screen change leaves and enters in one tick.
    clearTimeout(timer)
    timer = setTimeout(look, 0)
  }
  return {
    look,
    leave,
    enter(place: string): () => void {
      add(place, 1)
      return () => add(place, -1)
    },
  }
}
