import { useSyncExternalStore } from "react"

export function usePasskeySupport(): "no-script" | "none" | "yes" {
  return useSyncExternalStore(
    () => () => undefined,
    () => ("PublicKeyCredential" in window ? "yes" : "none"),
    () => "no-script",
  )
}

/** "given-up": cancelled or timed out. */
export type PasskeyProblem = "already-registered" | "given-up" | "failed"

export function passkeyProblem(error: unknown): PasskeyProblem {
  const name = error instanceof Error ? error.name : ""
  if (name === "InvalidStateError") return "already-registered"
  return name === "NotAllowedError" || name === "AbortError" ? "given-up" : "failed"
}
