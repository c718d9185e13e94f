import { data } from "react-router"
import { z } from "zod"
import { type Result, err, ok } from "../../../domain/result.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { deliveryTo } from "../../../server/bookings/delivery-quote.ts"
import { type DraftOf, keepDraftAddress, saveDraftAddress, saveDraftDelivery } from "../../../server/bookings/draft.ts"
import { knownAddress } from "../../../server/bookings/known-address.ts"
import { phoneNumber } from "../../../server/accounts/customers/person-fields.ts"
import { givePhone } from "../../../server/accounts/customers/edit-profile.ts"
import { saveOwnAddress } from "../../../server/accounts/customers/edit-profile.ts"
import { checkForm } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import type { FormErrors } from "../../http/refusal.ts"
import { throttledAnswer } from "../../http/throttled-answer.server.ts"
import { partyOf } from "../../http/visitor.server.ts"
import { AddressForm, type ModeForm, type UnfinishedAddress } from "./address-forms.ts"

/** Whose draft is being typed: of a product, or of the whole cart. */
export type Typing = { visitor: Visitor | null; of: DraftOf; at: Date }
type CustomerTyping = Typing & { visitor: Visitor }

/** While the address is typed: kept as it is, and its delivery priced. */
export async function quoteTyped(
  request: Request,
  { visitor, of, at }: Typing,
  { typedAt, ...address }: z.output<typeof UnfinishedAddress>,
) {
  if (!visitor) return data({ delivery: null }, { status: 401 })
  await keepDraftAddress(partyOf(visitor), of, address, typedAt)
  const wait = await throttledAnswer(request, "deliveryQuote", at)
  const stored = { typedAt: typedAt.getTime() }
  return wait ? data({ ...stored, delivery: null }, wait) : { ...stored, delivery: await deliveryTo(address) }
}

/** Delivery or pick-up is kept when it is ticked: "back", another step and another device find it again (D9). */
export async function keepMode({ visitor, of }: Typing, { mode }: z.output<typeof ModeForm>) {
  if (!visitor) return data(null, { status: 401 })
  await saveDraftDelivery(partyOf(visitor), of, mode === "delivery")
  return null
}

/** Kept with the account, for the next time. */
export async function keepAddress(
  { visitor, of, at }: CustomerTyping,
  { typedAt, ...address }: z.output<typeof AddressForm>,
) {
  await saveDraftAddress(partyOf(visitor), of, address, typedAt)
  await saveOwnAddress(visitor, address)
  return { delivery: await deliveryTo(address), savedAt: at.toISOString() }
}

/** Asked beside the address of anyone who has given none yet. */
const PhoneForm = z.object({ phone: phoneNumber })

/**
 * The address that the step is left with: the account's own where that is wanted, else what was typed. A telephone that
 * was given beside it is kept with the account.
 */
export async function addressGiven(
  form: PostedForm,
  { visitor, of, at }: CustomerTyping,
  useSaved: boolean,
): Promise<Result<null, FormErrors>> {
  const given = checkForm(form, PhoneForm)
  const known = useSaved ? await knownAddress(partyOf(visitor).account.id) : null
  const saved = known && known.address
  const typed = checkForm(form, AddressForm)
  if (!given.ok) {
    const wrong = typed.ok || saved ? {} : typed.refusal.errors
    return err({ ...wrong, ...given.refusal.errors })
  }
  if (typed.ok) {
    const { typedAt, ...address } = typed.value
    await saveDraftAddress(partyOf(visitor), of, saved ?? address, typedAt)
  } else if (saved) await saveDraftAddress(partyOf(visitor), of, saved, at)
  else return err(typed.refusal.errors)
  if (given.value.phone !== null) await givePhone(visitor, given.value.phone, at)
  return ok(null)
}
