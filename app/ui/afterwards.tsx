import { type ComponentType, useEffect, useState } from "react"

/**
 * A part that only watches and shows nothing when the page is opened: its script comes once the page is there, and a
 * visitor's first page weighs less. Where it does not come, the page is what it was when it was asked for.
 */
export function afterwards<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Afterwards(props) {
    const [Watcher, setWatcher] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      load().then(
        (loaded) => setWatcher(() => loaded),
        () => undefined,
      )
    }, [])
    return Watcher && <Watcher {...props} />
  }
}
