import { data } from "react-router"
import { z } from "zod"
import { type BookingAddress, namePlace } from "../../../domain/booking/booking.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { estimateDelivery } from "../../../server/bookings/delivery-quote.ts"
import {
  type DraftScope,
  autosaveDraftAddress,
  saveDraftAddress,
  saveDraftDelivery,
} from "../../../server/bookings/draft.ts"
import { findSuggestedAddress } from "../../../server/bookings/suggested-address.ts"
import { phoneNumber } from "../../../server/accounts/customers/person-fields.ts"
import { saveHome } from "../../../server/contracts/save-home.ts"
import { saveMissingPhone } from "../../../server/accounts/customers/edit-profile.ts"
import { saveOwnAddress } from "../../../server/accounts/customers/edit-profile.ts"
import { checkForm } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import type { FormErrors } from "../../http/refusal.ts"
import { throttleRequest } from "../../http/throttle-request.server.ts"
import { HOME_TICK } from "../../http/home-tick.ts"
import { partyOf } from "../../http/visitor.server.ts"
import { AddressForm, HomeTickForm, type ModeForm, type UnfinishedAddress } from "./address-forms.ts"

type TypingContext = { visitor: Visitor | null; scope: DraftScope; at: Date }
type CustomerTypingContext = TypingContext & { visitor: Visitor }

export async function storeAndQuoteAddress(
  request: Request,
  { visitor, scope, at }: TypingContext,
  { typedAt, ...address }: z.output<typeof UnfinishedAddress>,
) {
  if (!visitor) return data({ delivery: null }, { status: 401 })
  await autosaveDraftAddress(partyOf(visitor), scope, address, typedAt)
  const wait = await throttleRequest(request, "deliveryQuote", at)
  const stored = { typedAt: typedAt.getTime() }
  return wait ? data({ ...stored, delivery: null }, wait) : { ...stored, delivery: await estimateDelivery(address) }
}

/** Stored on ticking, so that "back" and other devices find it (D9). */
export async function saveMode({ visitor, scope }: TypingContext, { mode }: z.output<typeof ModeForm>) {
  if (!visitor) return data(null, { status: 401 })
  await saveDraftDelivery(partyOf(visitor), scope, mode === "delivery")
  return null
}

export async function saveAddress(
  { visitor, scope, at }: CustomerTypingContext,
  { typedAt, ...address }: z.output<typeof AddressForm>,
) {
  await saveDraftAddress(partyOf(visitor), scope, address, typedAt)
  await saveOwnAddress(visitor, address, at)
  return { delivery: await estimateDelivery(address), savedAt: at.toISOString() }
}

function toAddress({ placeName, street, zipCode, city, instructions }: BookingAddress): BookingAddress {
  return namePlace({ street, zipCode, city, instructions }, placeName)
}

const PhoneForm = z.object({ phone: phoneNumber })

export async function saveStepAddress(
  form: PostedForm,
  { visitor, scope, at }: CustomerTypingContext,
  usesSaved: boolean,
): Promise<Result<null, FormErrors>> {
  const phoneCheck = checkForm(form, PhoneForm)
  const stored = usesSaved ? await findSuggestedAddress(partyOf(visitor).account.id) : null
  const saved = stored && stored.address
  const typed = checkForm(form, AddressForm)
  if (!phoneCheck.ok) {
    const addressErrors = typed.ok || saved ? {} : typed.refusal.errors
    return err({ ...addressErrors, ...phoneCheck.refusal.errors })
  }
  const address = saved ?? (typed.ok ? typed.value : null)
  if (!address) return err(typed.ok ? {} : typed.refusal.errors)
  await saveDraftAddress(partyOf(visitor), scope, toAddress(address), typed.ok ? typed.value.typedAt : at)
  const tick = checkForm(form, HomeTickForm)
  if (tick.ok && tick.value[HOME_TICK] && visitor.acting === null)
    await saveHome({ party: partyOf(visitor), home: address, at })
  if (phoneCheck.value.phone !== null) await saveMissingPhone(visitor, phoneCheck.value.phone, at)
  return ok(null)
}
