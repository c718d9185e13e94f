import type { Venue } from "../../../../domain/booking/venue.ts"
import { phoneLabel } from "../../../../domain/phone.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"

export function VenueContact({ venue: { contactName, contactPhone } }: { venue: Venue }) {
  return (
    <>
      Sur place&nbsp;: {contactName}, <a href={telephoneHref(contactPhone)}>{phoneLabel(contactPhone)}</a>
    </>
  )
}
