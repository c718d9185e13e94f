/** Figures and capitals without those that one takes for another: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V. */
const signs = "34679ACDEFGHJKMNPQRTWXY"
const PREFIX = "GU"
const MIN_LENGTH = 4
/** Coprime to the count of signs, so that two signs that change places change the sum. */
const WEIGHT = 2

/**
 * What a transfer for a booking is named by: "GU" and the booking's number in signs that nobody confuses, at least four,
 * with one more that shows a slip (one wrong sign, or two neighbours changed places). Short enough for a bank's field
 * and for a telephone. Always the same for one booking.
 */
export function paymentReference(bookingNumber: number): string {
  if (!Number.isSafeInteger(bookingNumber) || bookingNumber < 0) throw new RangeError("A booking's number is whole")
  let body = ""
  for (let rest = bookingNumber; rest > 0 || body.length < MIN_LENGTH; rest = Math.floor(rest / signs.length)) {
    body = signAt(rest % signs.length) + body
  }
  return `${PREFIX}${body}${checkSign(body)}`
}

/** The booking's number that a reference stands for, however it was typed; null when a sign of it is wrong. */
export function readPaymentReference(typed: string): number | null {
  const text = typed.toUpperCase().replace(/[\s.-]/g, "")
  const body = text.slice(PREFIX.length, -1)
  const number = [...body].reduce((sum, sign) => sum * signs.length + signs.indexOf(sign), 0)
  // Whatever is wrong with it, the number that it comes to has another reference, or is none.
  return Number.isSafeInteger(number) && number >= 0 && paymentReference(number) === text ? number : null
}

/** The sum of all signs, each weighing twice its right neighbour. 23 signs are a prime number: every slip shows. */
function checkSign(body: string): string {
  return signAt([...body].reduce((sum, sign) => (sum * WEIGHT + signs.indexOf(sign)) % signs.length, 0))
}

function signAt(index: number): string {
  return signs.charAt(index)
}
