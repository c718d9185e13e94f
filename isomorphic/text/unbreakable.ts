const unbreakableWord =
  /(?<![\p{L}\p{N}-])(?:\p{L}+-(?:t-)?(?:(?:les?|la)-)?(?:je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|en|y|ci|là|mêmes?)|allers?-retours?|\p{L}{1,2}-\p{L}+)(?![\p{L}\p{N}-])/giu

type TextPart = { text: string; isUnbreakable: boolean }

export function splitUnbreakable(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(unbreakableWord)) {
    if (index > end) parts.push({ text: text.slice(end, index), isUnbreakable: false })
    parts.push({ text: word, isUnbreakable: true })
    end = index + word.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isUnbreakable: false })
  return parts
}
