import { type BookingAddress, namePlace } from "../../../domain/booking/booking.ts"
import { checkForm } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import { CarriedAddress, UnfinishedAddress } from "./address-forms.ts"

export function carriedAddress(form: PostedForm): BookingAddress | null {
  const carried = checkForm(form, CarriedAddress)
  return carried.ok && !isEmpty(carried.value) ? namePlace(carried.value, carried.value.placeName) : null
}

export function typedAddress(form: PostedForm): BookingAddress | null {
  const typed = checkForm(form, UnfinishedAddress)
  if (!typed.ok) return null
  const { typedAt: _typedAt, ...address } = typed.value
  return isEmpty(address) ? null : namePlace(address, address.placeName)
}

function isEmpty(address: BookingAddress): boolean {
  return Object.values(address).every((part) => part === "")
}
