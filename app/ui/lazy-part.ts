import { type ComponentType, createElement, use } from "react"

declare global {
  interface Window {
    /** Hydration waits for these (app/entry.client.tsx). */
    parts?: Promise<unknown>[]
  }
}

/** Unlike React's `lazy`, renders at once when already loaded. Needs a `<Suspense>` around it. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let component: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  const loadOnce = () => (loading ??= load().then((loaded) => (component = loaded)))
  function Part(props: Props) {
    return createElement(component ?? use(loadOnce()), props)
  }
  return Object.assign(Part, { loadOnce, preload: () => void load().catch(() => undefined) })
}
