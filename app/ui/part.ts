import { type ComponentType, createElement, use } from "react"

declare global {
  interface Window {
    /** Parts of the page as the server drew it, on their way: React takes over when they are there (app/entry.client.tsx). */
    parts?: Promise<unknown>[]
  }
}

/**
 * A part of a page whose script comes by itself; it stands in a `<Suspense>`. Unlike one of React's `lazy` it is drawn at
 * once when it is there: `come` has it come, and `fetch` has the browser fetch it for later.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let here: ComponentType<Props> | null = null
  let coming: Promise<ComponentType<Props>> | null = null
  const come = () => (coming ??= load().then((loaded) => (here = loaded)))
  function Part(props: Props) {
    return createElement(here ?? use(come()), props)
  }
  return Object.assign(Part, { come, fetch: () => void load().catch(() => undefined) })
}
