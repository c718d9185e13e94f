import { beforeEach, expect, test } from "vitest"
import * as payPage from "../../app/site/account/booking/pay/route.tsx"
import * as returnPage from "../../app/site/account/booking/pay/return/route.tsx"
import { PaymentScreen } from "../../app/site/account/booking/pay/screen.tsx"
import type { PaymentView } from "../../app/site/account/booking/pay/view.ts"
import { decideDemoSession } from "../../server/money/payments/demo.ts"
import { createPayLink } from "../../server/money/payments/create-pay-link.ts"
import { openCardPayment } from "../../server/money/payments/open-card-payment.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { routeArgs } from "../accounts/browser.ts"
import { placeSignedBookingWithDeposit } from "../ends.ts"
import { freshDatabase } from "../harness/database.ts"
import { renderPart } from "../harness/render-part.ts"

beforeEach(freshDatabase)

async function payWithRefusedCard(savesCard: boolean) {
  const booking = await placeSignedBookingWithDeposit()
  const secret = await createPayLink(booking)
  const opened = await openCardPayment(booking.id, { expectedAmount: 7500, savesCard })
  if (!opened.ok) throw new Error(opened.error.kind)
  const { id, sessionId } = opened.value
  await decideDemoSession(sessionId ?? "", "refuse")
  const read = (page: { loader: (args: never) => unknown }, path: string) =>
    routeArgs(requestFrom({ path }), { secret }).then((args) => page.loader(args as never))
  const { state, retryHref } = (await read(returnPage, `/payer/${secret}/retour?paiement=${id}`)) as Record<
    string,
    string
  >
  expect(state).toBe("refused")
  const loadView = async (path: string) => {
    const { data } = (await read(payPage, path)) as { data: { view: PaymentView } }
    const html = await renderPart(PaymentScreen, { view: data.view, refusal: null, justSigned: false })
    return /<input[^>]*name="caution"[^>]*>/.exec(html)?.[0]
  }
  return { resumed: await loadView(retryHref ?? ""), bare: await loadView(`/payer/${secret}`) }
}

test("a consent to store the card stays when its payment is retried, and only for the one who gave it", async () => {
  const { resumed, bare } = await payWithRefusedCard(true)
  expect(resumed).toContain("checked")
  expect(bare).toBeDefined()
  expect(bare).not.toContain("checked")
})

test("a retry invents no consent that was not given", async () => {
  const { resumed } = await payWithRefusedCard(false)
  expect(resumed).toBeDefined()
  expect(resumed).not.toContain("checked")
})
