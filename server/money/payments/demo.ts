import { and, eq } from "drizzle-orm"
import { db } from "../../platform/database.server.ts"
import { demoCardRefunds, demoCardSessions } from "../../platform/schema/card-payments.ts"
import type { PaymentProvider, SessionState } from "./provider.ts"

export const DEMO_SESSION_LIFE_MS = 24 * 60 * 60 * 1000

export const demoCard = { customerId: "demo_customer", methodId: "demo_card", label: "Carte de démonstration" }

/** Replaces only the bank's page and the provider's books; every other step is real (D27). */
export const demoProvider: PaymentProvider = {
  name: "demo",
  async open({ id, amount, paidUrl, madeAt }) {
    const url = new URL(paidUrl)
    url.pathname = url.pathname.replace(/\/retour$/, "/demonstration")
    await db.insert(demoCardSessions).values({ id, amount, url: url.href, madeAt }).onConflictDoNothing()
    const [session] = await db.select().from(demoCardSessions).where(eq(demoCardSessions.id, id))
    if (!session) throw new Error("The demonstration's session was not stored")
    return { sessionId: id, url: session.url, endsAt: new Date(session.madeAt.getTime() + DEMO_SESSION_LIFE_MS) }
  },
  async fetchSession(sessionId, at) {
    return readSessionState(sessionId, at)
  },
  async close(sessionId, at) {
    await db
      .update(demoCardSessions)
      .set({ state: "expired" })
      .where(and(eq(demoCardSessions.id, sessionId), eq(demoCardSessions.state, "open")))
    return readSessionState(sessionId, at)
  },
  async findRefund({ id }) {
    const [existing] = await db.select().from(demoCardRefunds).where(eq(demoCardRefunds.id, id))
    return existing ? { kind: "made", refundId: `demo_refund_${id}` } : null
  },
  async refund({ id, paymentId, amount }) {
    const sessionId = paymentId.replace(/^demo_/, "")
    await db.insert(demoCardRefunds).values({ id, sessionId, amount }).onConflictDoNothing()
    return { kind: "made", refundId: `demo_refund_${id}` }
  },
}

export async function decideDemoSession(sessionId: string, choice: "pay" | "refuse"): Promise<void> {
  await db
    .update(demoCardSessions)
    .set(choice === "pay" ? { state: "paid", failure: null } : { failure: "card_declined" })
    .where(and(eq(demoCardSessions.id, sessionId), eq(demoCardSessions.state, "open")))
}

async function readSessionState(sessionId: string, at: Date): Promise<SessionState> {
  const [session] = await db.select().from(demoCardSessions).where(eq(demoCardSessions.id, sessionId))
  if (!session) throw new Error("The demonstration does not know this session")
  const { state, amount, failure, madeAt } = session
  if (state === "paid") return { kind: "paid", paymentId: `demo_${session.id}`, amount, card: demoCard }
  const isOver = state === "expired" || madeAt.getTime() + DEMO_SESSION_LIFE_MS <= at.getTime()
  return isOver ? { kind: "closed", failure } : { kind: "open", failure }
}
