import { type ComponentType, useEffect, useState } from "react"

/** Loads an invisible part after the page, which works without it when that fails. */
export function loadAfterMount<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function DeferredPart(props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      load().then(
        (loaded) => setLoaded(() => loaded),
        () => undefined,
      )
    }, [])
    return Loaded && <Loaded {...props} />
  }
}
