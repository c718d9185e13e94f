import { useSyncExternalStore } from "react"

/** Whether the browser knows passkeys: known once its script has run. */
export function usePasskeySupport(): "no-script" | "none" | "yes" {
  return useSyncExternalStore(
    () => () => undefined,
    () => ("PublicKeyCredential" in window ? "yes" : "none"),
    () => "no-script",
  )
}

/** "given": the device has one already. "given-up": its owner closed the question, or let it wait. */
export type PasskeyProblem = "given" | "given-up" | "failed"

/** Why a device made or showed no passkey, by the errors that WebAuthn names. */
export function problemOf(error: unknown): PasskeyProblem {
  const name = error instanceof Error ? error.name : ""
  if (name === "InvalidStateError") return "given"
  return name === "NotAllowedError" || name === "AbortError" ? "given-up" : "failed"
}
