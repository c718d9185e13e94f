/** Omits look-alikes such as 0 and O, 1 and I, 8 and B. */
const alphabet = "34679ACDEFGHJKMNPQRTWXY"
const PREFIX = "GU"
const MIN_LENGTH = 4
/** Coprime to the alphabet's length, so swapped neighbours are detected. */
const WEIGHT = 2

export function paymentReference(bookingNumber: number): string {
  if (!Number.isSafeInteger(bookingNumber) || bookingNumber < 0) throw new RangeError("A booking's number is whole")
  let body = ""
  for (let rest = bookingNumber; rest > 0 || body.length < MIN_LENGTH; rest = Math.floor(rest / alphabet.length)) {
    body = characterAt(rest % alphabet.length) + body
  }
  return `${PREFIX}${body}${checkCharacter(body)}`
}

export function readPaymentReference(input: string): number | null {
  const text = input.toUpperCase().replace(/[\s.-]/g, "")
  const body = text.slice(PREFIX.length, -1)
  const number = [...body].reduce((sum, character) => sum * alphabet.length + alphabet.indexOf(character), 0)
  return Number.isSafeInteger(number) && number >= 0 && paymentReference(number) === text ? number : null
}

function checkCharacter(body: string): string {
  return characterAt(
    [...body].reduce((sum, character) => (sum * WEIGHT + alphabet.indexOf(character)) % alphabet.length, 0),
  )
}

function characterAt(index: number): string {
  return alphabet.charAt(index)
}
