import type { BookingAddress } from "../../domain/booking/booking.ts"

type AddressLinesProps = { address: Omit<BookingAddress, "instructions"> }

/** Goes into an `<address>`. */
export function AddressLines({ address: { placeName, street, zipCode, city } }: AddressLinesProps) {
  return (
    <>
      {placeName && (
        <>
          {placeName}
          <br />
        </>
      )}
      {street}
      <br />
      {zipCode} {city}
    </>
  )
}

export function Instructions({ text }: { text: string }) {
  return (
    text && (
      <>
        <br />
        <span className="whitespace-pre-line">{text}</span>
      </>
    )
  )
}
