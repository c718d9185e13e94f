import { z } from "zod"
import { limitedText, postcodeField, printableLine } from "./form-fields.ts"

/** The event's place. */
export const placeFields = {
  placeName: printableLine(100, "Nom du lieu").default(""),
  street: printableLine(200, "Adresse").min(1, "Indiquez le numéro et la rue"),
  zipCode: postcodeField.pipe(z.string().min(1, "Indiquez le code postal")),
  city: printableLine(100, "Ville").min(1, "Indiquez la ville"),
  instructions: limitedText(1000, "Instructions").default(""),
}

/** The client's home or seat, possibly abroad. */
export const homeFields = {
  street: printableLine(200, "Adresse").min(1, "Indiquez le numéro et la rue"),
  zipCode: printableLine(10, "Code postal").min(1, "Indiquez le code postal"),
  city: printableLine(100, "Ville").min(1, "Indiquez la ville"),
}
