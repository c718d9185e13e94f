import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { keepTranslatedText } from "./ui/keep-translated-text.ts"

keepTranslatedText()

/** Hydrates the page in one go, so that early input can be replayed (ui/early-input.ts). */
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
