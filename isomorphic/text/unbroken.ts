/**
 * Words whose hyphen is no place to break a line: a verb with its subject or its objects ("est-il", "a-t-on",
 * "dites-le-nous"), "lui-même", "aller-retour", and what begins with one or two letters ("e-mail", "là-bas"). Others may
 * break: "savoir-faire".
 */
const whole =
  /(?<![\p{L}\p{N}-])(?:\p{L}+-(?:t-)?(?:(?:les?|la)-)?(?:je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|en|y|ci|là|mêmes?)|allers?-retours?|\p{L}{1,2}-\p{L}+)(?![\p{L}\p{N}-])/giu

export type TextPart = { text: string; unbroken: boolean }

/** A text in pieces, in order, with the words that must stay on one line apart. Together they are the text. */
export function unbrokenParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(whole)) {
    if (index > end) parts.push({ text: text.slice(end, index), unbroken: false })
    parts.push({ text: word, unbroken: true })
    end = index + word.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), unbroken: false })
  return parts
}
