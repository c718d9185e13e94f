import { useState } from "react"

/** Not done where the browser keeps its clipboard closed. */
export function useCopy(value: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return { isCopied, copy }
}
