import { z } from "zod"
import { isDay } from "../../../domain/day.ts"
import { longText } from "./edits.server.ts"

/** What the lists of the back office can do to one of their entries. */
export const entryAct = z.object({ intent: z.enum(["monter", "descendre", "supprimer"]), id: z.guid() })

const entry = { intent: z.literal("enregistrer"), id: z.guid().or(z.literal("")), vu: z.string() }

const required = (message: string, longest: number) => z.string({ error: message }).trim().min(1, message).max(longest)
const ticked = z
  .string()
  .optional()
  .transform((value) => value === "oui")

export const testimonialForm = z.object({
  ...entry,
  /** Its portrait waits to be sent: the form stays open. */
  rester: ticked,
  author: required("Indiquez l’auteur de l’avis.", 120),
  day: z.string({ error: "Indiquez la date de l’avis." }).refine(isDay, "Indiquez une date valable."),
  rating: z.enum(["1", "2", "3", "4", "5"], "Choisissez une note de 1 à 5.").transform(Number),
  text: required("Écrivez le texte de l’avis.", 1500),
  isExample: ticked,
})

export const faqForm = z.object({
  ...entry,
  theme: required("Indiquez un thème.", 60),
  question: required("Écrivez la question.", 200),
  answer: required("Écrivez la réponse.", longText.characters),
  isPublished: ticked,
})
