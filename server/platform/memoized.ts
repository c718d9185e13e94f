/** In characters. What is longer than anything that comes again is not worth the memory. */
const MAX_QUESTION = 500

/**
 * The same function, which answers at once what it was asked before: of a pure one, whose questions are few and come again
 * and again. It forgets everything when more than `most` were asked, so that invented ones fill nothing.
 */
export function memoized<Answer>(answerTo: (question: string) => Answer, most: number): (question: string) => Answer {
  const known = new Map<string, { answer: Answer }>()
  return (question) => {
    const found = known.get(question)
    if (found) return found.answer
    const answer = answerTo(question)
    if (question.length > MAX_QUESTION) return answer
    if (known.size >= most) known.clear()
    known.set(question, { answer })
    return answer
  }
}
