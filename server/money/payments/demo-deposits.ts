import { and, eq } from "drizzle-orm"
import { db } from "../../platform/database.server.ts"
import { demoCardSessions } from "../../platform/schema/card-payments.ts"
import { demoCardHolds } from "../../platform/schema/deposits.ts"
import { DEMO_SESSION_LIFE_MS, demoCard } from "./demo.ts"
import type { DepositProvider, DepositSessionState, HoldState } from "./deposit-provider.ts"

const HOLD_LIFE_MS = 7 * 24 * 60 * 60 * 1000

export const demoDeposits: DepositProvider = {
  name: "demo",
  async openPage({ id, kind, amount, paidUrl, madeAt }) {
    const url = new URL(paidUrl)
    url.pathname = url.pathname.replace(/\/retour$/, "/demonstration")
    await db.insert(demoCardSessions).values({ id, kind, amount, url: url.href, madeAt }).onConflictDoNothing()
    return { sessionId: id, url: url.href, endsAt: new Date(madeAt.getTime() + DEMO_SESSION_LIFE_MS) }
  },
  fetchPage: readPageState,
  async closePage(sessionId, kind, at) {
    await db
      .update(demoCardSessions)
      .set({ state: "expired" })
      .where(and(eq(demoCardSessions.id, sessionId), eq(demoCardSessions.state, "open")))
    return readPageState(sessionId, kind, at)
  },
  async findHold({ id }) {
    const [existing] = await db.select({ id: demoCardHolds.id }).from(demoCardHolds).where(eq(demoCardHolds.id, id))
    return existing ? readHoldState(id) : null
  },
  async hold({ id, amount, madeAt }) {
    await db.insert(demoCardHolds).values({ id, amount, madeAt }).onConflictDoNothing()
    return readHoldState(id)
  },
  fetchHold: readHoldState,
  async capture(holdId, amount) {
    await db
      .update(demoCardHolds)
      .set({ state: "captured", captured: amount })
      .where(and(eq(demoCardHolds.id, holdId), eq(demoCardHolds.state, "held")))
    return readHoldState(holdId)
  },
  async release(holdId) {
    await db
      .update(demoCardHolds)
      .set({ state: "released" })
      .where(and(eq(demoCardHolds.id, holdId), eq(demoCardHolds.state, "held")))
    return readHoldState(holdId)
  },
  async forget() {},
}

async function readPageState(sessionId: string, kind: "save" | "on-session", at: Date): Promise<DepositSessionState> {
  const [session] = await db.select().from(demoCardSessions).where(eq(demoCardSessions.id, sessionId))
  if (!session) throw new Error("The demonstration does not know this session")
  const { id, state, amount, failure, madeAt } = session
  if (state === "paid") {
    if (kind === "save") return { kind: "saved", card: demoCard }
    await db.insert(demoCardHolds).values({ id, amount, madeAt }).onConflictDoNothing()
    return { kind: "held", card: demoCard, hold: await readHoldState(id) }
  }
  const isOver = state === "expired" || madeAt.getTime() + DEMO_SESSION_LIFE_MS <= at.getTime()
  return { kind: isOver ? "closed" : "open", failure }
}

async function readHoldState(holdId: string): Promise<HoldState> {
  const [hold] = await db.select().from(demoCardHolds).where(eq(demoCardHolds.id, holdId))
  if (!hold) throw new Error("The demonstration does not know this authorisation")
  const { state, captured, madeAt } = hold
  if (state === "captured") return { kind: "captured", holdId, amount: captured ?? 0 }
  if (state === "released") return { kind: "released", holdId }
  return { kind: "held", holdId, captureBefore: new Date(madeAt.getTime() + HOLD_LIFE_MS) }
}
