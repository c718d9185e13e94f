import { useEffect } from "react"

/** Opens the question that the address names, when the page opens and when the address changes. */
export function useLinkedQuestion(): void {
  useEffect(() => {
    const open = () => {
      const answer = document.getElementById(decoded(location.hash.slice(1)))
      const question = answer?.closest("details")
      if (!question || question.open) return
      question.open = true
      question.scrollIntoView({ block: "start" })
    }
    open()
    addEventListener("hashchange", open)
    return () => removeEventListener("hashchange", open)
  }, [])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
