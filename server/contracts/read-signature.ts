import { z } from "zod"
import { isDay } from "../../domain/day.ts"
import type { EvidenceLine } from "./evidence.ts"

const point = z.tuple([z.number(), z.number()])
const signature = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("typed"), text: z.string() }),
  z.object({ kind: z.literal("drawn"), strokes: z.array(z.array(point)) }),
])
const facts = {
  sha256: z.string(),
  version: z.int(),
  termsVersion: z.string().nullable(),
  ticks: z.object({ terms: z.boolean(), earlyPerformance: z.boolean(), withdrawalLoss: z.boolean() }),
}
const visit = { address: z.string(), userAgent: z.string(), name: z.string() }
const mailed = z.object({ ...visit, role: z.string().optional(), email: z.string(), signature })

const signedEvidence = z.union([
  z.object({ ...facts, how: z.literal("link"), linkId: z.string(), personal: mailed }),
  z.object({ ...facts, how: z.literal("code"), accountId: z.string(), personal: mailed }),
  z.object({
    ...facts,
    how: z.enum(["paper", "on-site"]),
    administratorId: z.string(),
    signedOn: z.string().refine(isDay),
    personal: z.object({ ...visit, signature: signature.nullable() }),
  }),
])

export type SignedEvidence = z.output<typeof signedEvidence>

export function readSignature({ details, personal }: EvidenceLine): SignedEvidence | null {
  const parsed = signedEvidence.safeParse({ ...details, personal })
  return parsed.success ? parsed.data : null
}
