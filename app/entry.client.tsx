import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"

/**
 * React takes over the whole page at once, so that what was entered meanwhile can be replayed to all of it
 * (ui/early-input.ts). Where a part does not come, the page stays what it is without a script.
 */
const parts = Promise.all(window.parts ?? [])
void parts.then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  }),
)
