import { idField, requiredText, ticked, wholeNumber } from "../../http/form-fields.ts"
import { z } from "zod"
import { isDay } from "../../../domain/day.ts"
import { longText } from "./edits.server.ts"

export const EntryAct = z.object({ id: idField })

const noPlace = "Indiquez une place, à partir de 1."
export const PlaceAct = EntryAct.extend({ place: wholeNumber(1, noPlace) })

const entry = { id: idField.or(z.literal("")) }

export const TestimonialForm = z.object({
  ...entry,
  rester: ticked,
  author: requiredText("Indiquez l’auteur de l’avis.", 120),
  day: z.string({ error: "Indiquez la date de l’avis." }).refine(isDay, "Indiquez une date valable."),
  rating: z.enum(["1", "2", "3", "4", "5"], "Choisissez une note de 1 à 5.").transform(Number),
  text: requiredText("Écrivez le texte de l’avis.", 1500),
  isExample: ticked,
})

export const FaqForm = z.object({
  ...entry,
  theme: requiredText("Indiquez un thème.", 60),
  question: requiredText("Écrivez la question.", 200),
  answer: requiredText("Écrivez la réponse.", longText.characters),
  isPublished: ticked,
})
