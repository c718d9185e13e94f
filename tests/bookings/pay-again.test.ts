import { beforeEach, expect, test } from "vitest"
import * as payPage from "../../app/site/account/booking/pay/route.tsx"
import * as returnPage from "../../app/site/account/booking/pay/return/route.tsx"
import { PaymentScreen } from "../../app/site/account/booking/pay/screen.tsx"
import type { PaymentView } from "../../app/site/account/booking/pay/view.ts"
import { decideDemoSession } from "../../server/money/payments/demo.ts"
import { makePayLink } from "../../server/money/payments/make-pay-link.ts"
import { openCardPayment } from "../../server/money/payments/open-card-payment.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { routeArgs } from "../accounts/browser.ts"
import { signedWithDeposit } from "../ends.ts"
import { freshDatabase } from "../harness/database.ts"
import { rendered } from "../harness/rendered.ts"

beforeEach(freshDatabase)

/** A card is refused; answers the payment page as the link to try again shows it, and as the bare link does. */
async function refusedOnce(savesCard: boolean) {
  const booking = await signedWithDeposit()
  const secret = await makePayLink(booking)
  const opened = await openCardPayment(booking.id, { shown: 7500, savesCard })
  if (!opened.ok) throw new Error(opened.error.kind)
  const { id, sessionId } = opened.value
  await decideDemoSession(sessionId ?? "", "refuse")
  const read = (page: { loader: (args: never) => unknown }, path: string) =>
    routeArgs(requestFrom({ path }), { secret }).then((args) => page.loader(args as never))
  const { state, again } = (await read(returnPage, `/payer/${secret}/retour?paiement=${id}`)) as Record<string, string>
  expect(state).toBe("refused")
  const shown = async (path: string) => {
    const { data } = (await read(payPage, path)) as { data: { view: PaymentView } }
    const html = await rendered(PaymentScreen, { view: data.view, refusal: null })
    return /<input[^>]*name="caution"[^>]*>/.exec(html)?.[0]
  }
  return { resumed: await shown(again ?? ""), bare: await shown(`/payer/${secret}`) }
}

test("a consent to keep the card is still given when its payment is tried again, and by nobody else who opens the link", async () => {
  const { resumed, bare } = await refusedOnce(true)
  expect(resumed).toContain("checked")
  expect(bare).toBeDefined()
  expect(bare).not.toContain("checked")
})

test("no consent is made up for who had not given it", async () => {
  const { resumed } = await refusedOnce(false)
  expect(resumed).toBeDefined()
  expect(resumed).not.toContain("checked")
})
