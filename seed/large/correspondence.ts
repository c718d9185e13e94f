import { randomUUID } from "node:crypto"
import type { Mails } from "../../server/platform/mail/mails.ts"
import { createToken } from "../../server/outside/newsletter/newsletter-links.ts"
import type { contactMessages, newsletterSubscriptions } from "../../server/platform/schema/content.ts"
import type { Chance } from "./chance.ts"
import { answers, firstNames, lastNames, questions, subjects, towns } from "./words.ts"

type SubscriptionRow = typeof newsletterSubscriptions.$inferInsert
type MessageRow = typeof contactMessages.$inferInsert
/** The queue keeps delivered mails for a week. */
export type DeliveredMail = { id: string; data: Record<string, unknown>; at: Date }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export function largeSubscriptions(count: number, chance: Chance, at: Date): SubscriptionRow[] {
  return Array.from({ length: count }, (_, index) => {
    const roll = chance.next()
    const requestedAt = new Date(at.getTime() - chance.between(1, 700) * DAY - chance.between(0, 1439) * MINUTE)
    const confirmedAt = roll < 0.88 ? new Date(requestedAt.getTime() + chance.between(2, 600) * MINUTE) : null
    const hasLeft = roll < 0.1
    return {
      email: `nouveautes-${index + 1}.${toMailbox(chance.pick(lastNames))}@exemple.example`,
      token: createToken(),
      requestedAt,
      confirmedAt,
      status: hasLeft ? "unsubscribed" : confirmedAt ? "confirmed" : "pending",
      unsubscribedAt:
        hasLeft && confirmedAt ? new Date(confirmedAt.getTime() + chance.between(1, 20) * 60 * MINUTE) : null,
    }
  })
}

export function largeMessages(count: number, chance: Chance, at: Date): MessageRow[] {
  return Array.from({ length: count }, () => {
    const roll = chance.next()
    const name = `${chance.pick(firstNames)} ${chance.pick(lastNames)}`
    const createdAt = new Date(at.getTime() - chance.between(1, 400) * DAY - chance.between(0, 1439) * MINUTE)
    const [zipCode, city] = chance.pick(towns)
    const isWaiting = roll < 0.1
    return {
      name,
      email: `${toMailbox(name)}@exemple.example`,
      phone: roll < 0.5 ? `06 39 98 ${chance.between(10, 99)} ${chance.between(10, 99)}` : null,
      message: `${chance.pick(questions)} La fête est à ${city} (${zipCode}).`,
      status: isWaiting ? "new" : roll < 0.75 ? "answered" : "archived",
      answer: isWaiting ? null : chance.pick(answers),
      answeredAt: isWaiting ? null : new Date(createdAt.getTime() + chance.between(1, 20) * 60 * MINUTE),
      createdAt,
    }
  })
}

export function largeMails(
  count: number,
  people: readonly { name: string; email: string }[],
  chance: Chance,
  at: Date,
): DeliveredMail[] {
  return Array.from({ length: count }, (_, index) => {
    const id = randomUUID()
    const sent = new Date(at.getTime() - chance.between(5, 6 * 24 * 60) * MINUTE)
    const { name, email } = chance.pick(people)
    const order = {
      id,
      at: sent.toISOString(),
      to: [{ name, address: email }],
      ...largeMail(name, 1001 + index, chance),
    }
    return { id, data: order, at: sent }
  })
}

function largeMail(name: string, number: number, chance: Chance) {
  const roll = chance.next()
  if (roll < 0.6) {
    const data: Mails["booking-message"] = {
      number,
      subject: chance.pick(subjects),
      text: `Bonjour ${name},\n\n${chance.pick(answers)}`,
    }
    return { template: "booking-message", data }
  }
  if (roll < 0.85) {
    const data: Mails["contact-answer"] = { name, question: chance.pick(questions), answer: chance.pick(answers) }
    return { template: "contact-answer", data }
  }
  const data: Mails["newsletter-confirmation"] = { token: createToken() }
  return { template: "newsletter-confirmation", data }
}

function toMailbox(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
}
