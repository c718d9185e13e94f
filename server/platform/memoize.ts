const MAX_KEY_LENGTH = 500

/** Clears everything beyond `maxEntries`, so that invented keys cannot fill memory. */
export function memoize<Answer>(compute: (key: string) => Answer, maxEntries: number): (key: string) => Answer {
  const entries = new Map<string, { answer: Answer }>()
  return (key) => {
    const entry = entries.get(key)
    if (entry) return entry.answer
    const answer = compute(key)
    if (key.length > MAX_KEY_LENGTH) return answer
    if (entries.size >= maxEntries) entries.clear()
    entries.set(key, { answer })
    return answer
  }
}
