import { randomBytes } from "node:crypto"
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import Stripe from "stripe"

/** A Stripe server for the unmodified SDK. Tests deliver its events themselves, in any order and number. */
export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>

type Fields = Record<string, unknown>
type Object_ = Fields & { id: string }
type Event = { id: string; type: string; created: number; data: { object: Object_ } }
type Answer = { status: number; body: unknown }

export const STAND_IN_KEY = "sk_test_stand_in"
export const STAND_IN_WEBHOOK_SECRET = "whsec_stand_in"

/** Call it before the server is loaded: it sets an operator's keys. */
export async function stripeInEnvironment(): Promise<StripeStandIn> {
  const stripe = await startStripeStandIn()
  Object.assign(process.env, {
    STRIPE_SECRET_KEY: STAND_IN_KEY,
    STRIPE_WEBHOOK_SECRET: STAND_IN_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  })
  return stripe
}

class Refused extends Error {
  readonly code: string
  readonly status: number
  readonly decline: string | null
  constructor(code: string, message: string, status = 400, decline: string | null = null) {
    super(message)
    this.code = code
    this.status = status
    this.decline = decline
  }
}

export async function startStripeStandIn({ port = 0 } = {}) {
  const objects = new Map<string, Object_>()
  const answers = new Map<string, { request: string; answer: Answer }>()
  const events: Event[] = []
  const requests: string[] = []
  let down = false
  const nextRefund: { status: string; failure: string | null } = { status: "succeeded", failure: null }
  const nextHold: { refusal: string | null; whileHeld: (() => Promise<void>) | null } = {
    refusal: null,
    whileHeld: null,
  }
  const hold: { end: number | null } = { end: null }
  const page: { end: number | null } = { end: null }
  const now = () => Math.floor(Date.now() / 1000)
  const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`
  const keep = <One extends Object_>(object: One): One => {
    objects.set(object.id, object)
    return object
  }
  const find = (id: string): Object_ => {
    const object = objects.get(id)
    if (!object) throw new Refused("resource_missing", `No such object: '${id}'`, 404)
    return object
  }
  const tell = (type: string, object: Object_) =>
    events.push({ id: newId("evt"), type, created: now(), data: { object: structuredClone(object) } })
  const all = (kind: string) => [...objects.values()].filter((object) => object["object"] === kind)
  const list = (data: Object_[]) => ({ object: "list", data, has_more: false, url: "/v1" })
  const refundedOf = (intent: string) =>
    all("refund")
      .filter((refund) => refund["payment_intent"] === intent && refund["status"] !== "failed")
      .reduce((sum, refund) => sum + Number(refund["amount"]), 0)
  const whole = (object: Object_, expand: unknown): Object_ =>
    Object.values((expand as Record<string, string> | undefined) ?? {}).reduce(
      (expanded, path) => within(expanded, path.split(".")),
      object,
    )
  const within = (object: Object_, [name = "", ...rest]: readonly string[]): Object_ => {
    const inner = object[name]
    const target = typeof inner === "string" ? find(inner) : (inner as Object_ | null | undefined)
    if (!target) return object
    return { ...object, [name]: rest.length === 0 ? target : within(target, rest) }
  }

  function newIntent(fields: Fields): Object_ {
    return keep({
      id: newId("pi"),
      object: "payment_intent",
      amount: Number(fields["amount"]),
      amount_received: 0,
      currency: fields["currency"] ?? "eur",
      created: now(),
      status: "requires_payment_method",
      capture_method: fields["capture_method"] ?? "automatic",
      customer: fields["customer"] ?? null,
      payment_method: fields["payment_method"] ?? null,
      latest_charge: null,
      metadata: fields["metadata"] ?? {},
      last_payment_error: null,
    })
  }

  function confirm(intent: Object_): void {
    const manual = intent["capture_method"] === "manual"
    const charge = keep({
      id: newId("ch"),
      object: "charge",
      payment_intent: intent.id,
      payment_method_details: { card: manual ? { capture_before: hold.end ?? now() + 7 * 86_400 } : {} },
    })
    Object.assign(intent, {
      status: manual ? "requires_capture" : "succeeded",
      amount_received: manual ? 0 : intent["amount"],
      latest_charge: charge.id,
      last_payment_error: null,
    })
    tell(manual ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded", intent)
  }

  function saveCard(session: Object_): { customer: string; payment_method: string } {
    const customer = keep({ id: newId("cus"), object: "customer" })
    const method = keep({ id: newId("pm"), object: "payment_method", card: { brand: "visa", last4: "4242" } })
    session["customer"] = customer.id
    return { customer: customer.id, payment_method: method.id }
  }

  const routes: [string, RegExp, (fields: Fields, id: string) => unknown][] = [
    [
      "POST",
      /^\/v1\/checkout\/sessions$/,
      (fields) => {
        const [line] = Object.values(
          (fields["line_items"] ?? {}) as Record<string, { price_data: { unit_amount: string } }>,
        )
        const ofPayment = (fields["payment_intent_data"] ?? {}) as Fields
        const intent = line ? newIntent({ amount: line.price_data.unit_amount, ...ofPayment }) : null
        const setup = intent
          ? null
          : keep({
              id: newId("seti"),
              object: "setup_intent",
              status: "requires_payment_method",
              payment_method: null,
              metadata: ((fields["setup_intent_data"] ?? {}) as Fields)["metadata"] ?? {},
            })
        const id = newId("cs_test")
        return keep({
          id,
          object: "checkout.session",
          mode: fields["mode"],
          status: "open",
          payment_status: "unpaid",
          amount_total: intent?.["amount"] ?? null,
          currency: "eur",
          client_reference_id: fields["client_reference_id"],
          metadata: fields["metadata"] ?? {},
          payment_intent: intent?.id ?? null,
          setup_intent: setup?.id ?? null,
          customer: null,
          keeps_card: setup !== null || ofPayment["setup_future_usage"] === "off_session",
          url: `${base()}/pay/${id}`,
          success_url: fields["success_url"],
          cancel_url: fields["cancel_url"],
          expires_at: page.end ?? now() + 86_400,
        })
      },
    ],
    ["GET", /^\/v1\/checkout\/sessions\/([^/]+)$/, (fields, id) => whole(find(id), fields["expand"])],
    [
      "POST",
      /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      (fields, id) => {
        const session = find(id)
        if (session["status"] !== "open") throw new Refused("resource_missing", "Only open sessions can be expired.")
        session["status"] = "expired"
        tell("checkout.session.expired", session)
        return whole(session, fields["expand"])
      },
    ],
    [
      "POST",
      /^\/v1\/payment_intents$/,
      (fields) => {
        find(String(fields["customer"]))
        const intent = newIntent(fields)
        if (fields["confirm"] !== "true") return intent
        if (nextHold.refusal !== null) {
          const code = nextHold.refusal === "authentication_required" ? nextHold.refusal : "card_declined"
          intent["last_payment_error"] = { code, decline_code: nextHold.refusal }
          tell("payment_intent.payment_failed", intent)
          throw new Refused(code, "The bank has refused.", 402, nextHold.refusal)
        }
        confirm(intent)
        return whole(intent, fields["expand"])
      },
    ],
    [
      "GET",
      /^\/v1\/payment_intents$/,
      (fields) => list(all("payment_intent").filter((intent) => intent["customer"] === fields["customer"])),
    ],
    ["GET", /^\/v1\/payment_intents\/([^/]+)$/, (fields, id) => whole(find(id), fields["expand"])],
    [
      "DELETE",
      /^\/v1\/customers\/([^/]+)$/,
      (_fields, id) => {
        find(id)
        objects.delete(id)
        return { id, object: "customer", deleted: true }
      },
    ],
    [
      "POST",
      /^\/v1\/payment_intents\/([^/]+)\/capture$/,
      (fields, id) => {
        const intent = find(id)
        if (intent["status"] !== "requires_capture")
          throw new Refused("payment_intent_unexpected_state", "Not to capture.")
        const amount = Number(fields["amount_to_capture"] ?? intent["amount"])
        if (amount > Number(intent["amount"])) throw new Refused("amount_too_large", "More than was authorised.")
        Object.assign(intent, { status: "succeeded", amount_received: amount })
        tell("payment_intent.succeeded", intent)
        return whole(intent, fields["expand"])
      },
    ],
    [
      "POST",
      /^\/v1\/payment_intents\/([^/]+)\/cancel$/,
      (fields, id) => {
        const intent = find(id)
        if (intent["status"] === "succeeded" || intent["status"] === "canceled")
          throw new Refused("payment_intent_unexpected_state", "Not to cancel.")
        intent["status"] = "canceled"
        tell("payment_intent.canceled", intent)
        return whole(intent, fields["expand"])
      },
    ],
    [
      "GET",
      /^\/v1\/refunds$/,
      (fields) => {
        const since = Number((fields["created"] as Fields | undefined)?.["gte"] ?? 0)
        return list(
          all("refund").filter(
            (refund) =>
              (fields["payment_intent"] === undefined || refund["payment_intent"] === fields["payment_intent"]) &&
              // A list filters by date only where a test has set one.
              Number(refund["created"] ?? since) >= since,
          ),
        )
      },
    ],
    [
      "POST",
      /^\/v1\/refunds$/,
      (fields) => {
        const intent = find(String(fields["payment_intent"]))
        const amount = Number(fields["amount"] ?? intent["amount_received"])
        if (refundedOf(intent.id) + amount > Number(intent["amount_received"]))
          throw new Refused("charge_already_refunded", "The refund is greater than what is left of the charge.")
        const refund = keep({
          id: newId("re"),
          object: "refund",
          amount,
          payment_intent: intent.id,
          status: nextRefund.status,
          failure_reason: nextRefund.failure,
          metadata: fields["metadata"] ?? {},
        })
        tell("refund.created", refund)
        return refund
      },
    ],
    [
      "GET",
      /^\/v1\/events$/,
      (fields) => {
        const since = Number((fields["created"] as Fields | undefined)?.["gte"] ?? 0)
        const matching = events.filter(({ type, created }) => type === fields["type"] && created >= since)
        return list(matching.map((event) => ({ object: "event", ...event })))
      },
    ],
    [
      "GET",
      /^\/v1\/disputes$/,
      (fields) => {
        const since = Number((fields["created"] as Fields | undefined)?.["gte"] ?? 0)
        return list(all("dispute").filter(({ created }) => Number(created) >= since))
      },
    ],
    ["GET", /^\/v1\/disputes\/([^/]+)$/, (_fields, id) => find(id)],
  ]

  async function answerApi(request: IncomingMessage, path: string, query: URLSearchParams): Promise<Answer> {
    if (request.headers.authorization !== `Bearer ${STAND_IN_KEY}`)
      return problem(new Refused("invalid_api_key", "Invalid API Key provided", 401))
    const body = await readText(request)
    const key = request.headers["idempotency-key"]
    const cached = typeof key === "string" ? answers.get(key) : undefined
    if (cached)
      return cached.request === `${path} ${body}`
        ? cached.answer
        : problem(new Refused("idempotency_key_in_use", "Keys for idempotent requests can only be used once."))
    const answer = perform(request.method ?? "", path, nested(new URLSearchParams(body || query)))
    if (typeof key === "string" && answer.status < 500) answers.set(key, { request: `${path} ${body}`, answer })
    return answer
  }

  function perform(method: string, path: string, fields: Fields): Answer {
    requests.push(`${method} ${path}`)
    try {
      for (const [expectedMethod, pattern, run] of routes) {
        const match = method === expectedMethod ? pattern.exec(path) : null
        if (match) return { status: 200, body: structuredClone(run(fields, match[1] ?? "")) }
      }
      throw new Refused("unknown_url", `Unrecognized request URL (${method}: ${path})`, 404)
    } catch (error) {
      if (error instanceof Refused) return problem(error)
      throw error
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", base())
    if (down) return void request.socket.destroy()
    const paying = /^\/pay\/([^/]+)$/.exec(url.pathname)?.[1]
    if (paying) return paymentPage(request, response, paying)
    const { status, body } = await answerApi(request, url.pathname, url.searchParams)
    if (request.method === "POST" && url.pathname === "/v1/payment_intents") {
      const { whileHeld } = nextHold
      nextHold.whileHeld = null
      await whileHeld?.()
    }
    response.writeHead(status, { "Content-Type": "application/json", "Request-Id": newId("req") })
    response.end(JSON.stringify(body))
  }

  async function paymentPage(request: IncomingMessage, response: ServerResponse, id: string) {
    const session = objects.get(id)
    if (!session) return void response.writeHead(404).end()
    if (request.method === "POST") {
      stripe.pay(id)
      return void response.writeHead(303, { Location: String(session["success_url"]) }).end()
    }
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
    response.end(`<!doctype html><html lang="fr"><title>Stripe</title><h1>Page de paiement de Stripe</h1>
      <p>${Number(session["amount_total"]) / 100} EUR</p>
      <form method="post"><button>${session["mode"] === "setup" ? "Enregistrer" : "Payer"}</button></form><a href="${String(session["cancel_url"])}">Retour</a></html>`)
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signer = new Stripe(STAND_IN_KEY)

  const stripe = {
    url: base(),
    requests,
    events,
    pay(sessionId: string): Event {
      const session = find(sessionId)
      if (session["status"] !== "open") throw new Error("This session takes no money any more")
      const card = session["keeps_card"] === true ? saveCard(session) : {}
      if (typeof session["payment_intent"] === "string") {
        const intent = find(session["payment_intent"])
        Object.assign(intent, card)
        confirm(intent)
        const succeeded = intent["status"] === "succeeded"
        Object.assign(session, { status: "complete", payment_status: succeeded ? "paid" : "unpaid" })
      } else {
        const setup = find(String(session["setup_intent"]))
        Object.assign(setup, card, { status: "succeeded" })
        Object.assign(session, { status: "complete", payment_status: "no_payment_required" })
        tell("setup_intent.succeeded", setup)
      }
      tell("checkout.session.completed", session)
      return events.at(-1) as Event
    },
    refuse(sessionId: string, code = "insufficient_funds"): void {
      const intent = find(String(find(sessionId)["payment_intent"]))
      intent["last_payment_error"] = { code: "card_declined", decline_code: code }
      tell("payment_intent.payment_failed", intent)
    },
    expire(sessionId: string): void {
      find(sessionId)["status"] = "expired"
      tell("checkout.session.expired", find(sessionId))
    },
    refundsGo(status: "succeeded" | "pending" | "failed", failure: string | null = null): void {
      Object.assign(nextRefund, { status, failure })
    },
    /** null succeeds, otherwise the bank's code. */
    holdsGo(refusal: string | null): void {
      nextHold.refusal = refusal
    },
    whileHolding(work: () => Promise<void>): void {
      nextHold.whileHeld = work
    },
    pagesEnd(at: Date | null): void {
      page.end = at && Math.floor(at.getTime() / 1000)
    },
    holdsEnd(at: Date): void {
      hold.end = Math.floor(at.getTime() / 1000)
    },
    endHold(intentId: string): void {
      find(intentId)["status"] = "canceled"
      tell("payment_intent.canceled", find(intentId))
    },
    take(intentId: string, amount: number): void {
      Object.assign(find(intentId), { status: "succeeded", amount_received: amount })
      tell("payment_intent.succeeded", find(intentId))
    },
    forget(): void {
      objects.clear()
      answers.clear()
      events.length = 0
      requests.length = 0
    },
    intents: () => all("payment_intent"),
    customers: () => all("customer"),
    arrive(refundId: string): void {
      find(refundId)["status"] = "succeeded"
      tell("refund.updated", find(refundId))
    },
    failRefund(refundId: string, reason = "expired_or_canceled_card"): void {
      const refund = find(refundId)
      Object.assign(refund, { status: "failed", failure_reason: reason })
      tell("refund.failed", refund)
    },
    refundByHand(intent: string, amount: number): Object_ {
      const refund = keep({
        id: newId("re"),
        object: "refund",
        amount,
        payment_intent: intent,
        status: "succeeded",
        failure_reason: null,
        metadata: {},
      })
      tell("refund.created", refund)
      tell("charge.refunded", { id: newId("ch"), object: "charge", payment_intent: intent, amount_refunded: amount })
      return refund
    },
    refunds: () => all("refund"),
    session: (id: string) => find(id),
    dispute(intent: string, values: Fields = {}): Object_ {
      const dispute = keep({
        id: newId("dp"),
        object: "dispute",
        amount: Number(find(intent)["amount_received"]),
        reason: "fraudulent",
        status: "needs_response",
        created: now(),
        payment_intent: intent,
        evidence_details: { due_by: now() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
        ...values,
      })
      tell("charge.dispute.created", dispute)
      return dispute
    },
    decide(disputeId: string, status: "under_review" | "won" | "lost"): void {
      find(disputeId)["status"] = status
      tell(status === "under_review" ? "charge.dispute.updated" : "charge.dispute.closed", find(disputeId))
    },
    fall(): void {
      down = true
    },
    rise(): void {
      down = false
    },
    signed(event: Event, { secondsAgo = 0, secret = STAND_IN_WEBHOOK_SECRET } = {}) {
      const payload = JSON.stringify({ object: "event", api_version: null, livemode: false, ...event })
      const signature = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp: now() - secondsAgo })
      return { payload, signature }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return stripe
}

function problem({ code, message, status, decline }: Refused): Answer {
  const type =
    status === 402 ? "card_error" : code === "idempotency_key_in_use" ? "idempotency_error" : "invalid_request_error"
  return { status, body: { error: { type, code, message, ...(decline !== null && { decline_code: decline }) } } }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

function nested(parameters: URLSearchParams): Fields {
  const read: Fields = {}
  for (const [name, value] of parameters) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    let inner = read
    for (const part of path.slice(0, -1)) inner = (inner[part] ??= {}) as Fields
    inner[path.at(-1) ?? name] = value
  }
  return read
}
