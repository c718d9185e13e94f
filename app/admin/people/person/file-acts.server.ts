import { z } from "zod"
import type { PersonField } from "../../../../domain/accounts/acts.ts"
import { isEmail, normalizeEmail } from "../../../../domain/accounts/email.ts"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import { waitLabel } from "../../../../isomorphic/text/waiting.ts"
import { personName, phoneNumber } from "../../../../server/accounts/customers/person-fields.ts"
import {
  type EmailCorrection,
  type EmailCorrectionProblem,
  correctEmail,
} from "../../../../server/bookings/correct-email.ts"
import { type CustomerFile, correctCustomer } from "../../../../server/accounts/customers/correct-customer.ts"
import { renewUnsignedContracts } from "../../../../server/contracts/save-home.ts"
import { readProfile } from "../../../../server/accounts/customers/profiles.ts"
import { addCustomerNote } from "../../../../server/accounts/customers/notes.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { idField } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import { parseLoadedForm, refuseStale } from "../../kit/edits.server.ts"
import { ClientForm, CustomerAddressForm, CustomerHomeForm } from "../../../kit/account-forms.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { mailLabel } from "../../kit/mail-labels.ts"
import type { PersonEdit } from "./view.ts"

export type FileAct = PersonEdit | "noter"

const FileForm = CustomerAddressForm.extend({
  name: personName("Indiquez le nom."),
  phone: phoneNumber,
})
  .and(CustomerHomeForm)
  .and(ClientForm)

const EmailForm = z.object({
  nouvelle: z
    .string()
    .trim()
    .max(254, "Cette adresse e-mail est trop longue.")
    .transform(normalizeEmail)
    .pipe(z.string().refine(isEmail, "Indiquez une adresse e-mail valable, par exemple lila@exemple.fr")),
})

const noNote = "Écrivez quelque chose avant d’ajouter la note."
const NoteForm = z.object({
  /** Generated with the form: submitting it twice adds one note. */
  cle: idField,
  note: z.string({ error: noNote }).trim().min(1, noNote).max(2000, "Une note ne peut pas dépasser 2000 caractères."),
})

const failed = "La fiche n’a pas pu être enregistrée. Réessayez dans un instant."

export function fileActs(editor: Staff, id: ProfileId, personPath: string) {
  const failure = { log: "Error correcting a customer", details: () => ({ person: id }), failed }
  return {
    fiche: act(
      FileForm,
      async (typed, form) => {
        const file = toCustomerFile(typed)
        const saved = await correctCustomer({ actor: editor, id, input: file, loaded: parseLoadedForm(form) })
        if (saved.ok && saved.value.changed.some(isHomeField)) await renewUnsignedContracts(id)
        if (saved.ok) return redirectWith(savedMessage(saved.value.changed.length), personPath)
        if (saved.error.kind === "gone") return redirectWith(personGoneMessage, personPath)
        const stored = await readProfile(id)
        return refuseStale(form, saved.error, {
          thing: "file",
          labels: fileLabels,
          mine: fileAsText(file),
          stored: stored ? fileAsText(stored) : {},
        })
      },
      failure,
    ),
    email: act(
      EmailForm,
      async ({ nouvelle }, form) => {
        const corrected = await correctEmail(editor, id, nouvelle)
        if (corrected.ok) return redirectWith(emailMessage(corrected.value, nouvelle), personPath)
        return corrected.error.kind === "gone"
          ? redirectWith(personGoneMessage, personPath)
          : form.refuse(emailProblem(corrected.error), { status: 409 })
      },
      failure,
    ),
    noter: act(
      NoteForm,
      async ({ cle, note }) => {
        const noted = await addCustomerNote(editor, id, { id: cle, body: note })
        return redirectWith(noted.ok ? { kind: "success", title: "Note ajoutée" } : personGoneMessage, personPath)
      },
      failure,
    ),
  }
}

const personGoneMessage: Flash = { kind: "error", title: "Cette personne n’existe plus", text: "Rien n’a été changé." }

function isHomeField(field: PersonField): boolean {
  return field === "homeStreet" || field === "homeZipCode" || field === "homeCity"
}

/** Empty texts become null; an individual has no business fields. */
function toCustomerFile(typed: z.output<typeof FileForm>): CustomerFile {
  const noBusiness = { businessName: null, businessSiret: null, businessVat: null, businessContactName: null }
  const { street, zipCode, city, addressInstructions, placeName, homeStreet, homeZipCode, homeCity } = typed
  return {
    ...noBusiness,
    ...typed,
    street: street || null,
    zipCode: zipCode || null,
    city: city || null,
    addressInstructions: addressInstructions || null,
    placeName: placeName || null,
    homeStreet: homeStreet || null,
    homeZipCode: homeZipCode || null,
    homeCity: homeCity || null,
  }
}

function savedMessage(changed: number): Flash {
  return changed === 0
    ? { kind: "success", title: "Rien n’était à changer" }
    : { kind: "success", title: "Fiche enregistrée" }
}

const fileLabels: Readonly<Record<PersonField, string>> = {
  name: "Nom",
  phone: "Téléphone",
  street: "Adresse",
  zipCode: "Code postal",
  city: "Ville",
  addressInstructions: "Instructions",
  placeName: "Nom du lieu",
  homeStreet: "Adresse du client",
  homeZipCode: "Code postal du client",
  homeCity: "Ville du client",
  clientType: "Client",
  businessName: "Raison sociale",
  businessSiret: "SIRET",
  businessVat: "Numéro de TVA",
  businessContactName: "Nom de l’interlocuteur",
}

function fileAsText(file: CustomerFile) {
  return { ...file, clientType: file.clientType === "business" ? "Professionnel" : "Particulier" }
}

function emailMessage(correction: EmailCorrection, email: string): Flash {
  const kind = "success"
  switch (correction) {
    case "changed":
      return { kind, title: "Adresse corrigée", text: `Les e-mails partent désormais à ${email}.` }
    case "changed-to-confirm":
      return {
        kind,
        title: "Adresse corrigée",
        text: mailLabel("une demande de confirmation", email, canDeliverMail()),
      }
    case "asked-of-both":
      return {
        kind,
        title: "Changement demandé",
        text: canDeliverMail()
          ? `Un e-mail à l’adresse actuelle et un à ${email} attendent leur départ. L’adresse change quand les deux ont accepté.`
          : `Aucun serveur de messagerie n’est réglé\u00a0: les deux demandes d’accord ne partent pas, et se lisent sous E-mails.`,
      }
  }
}

function emailProblem(problem: Exclude<EmailCorrectionProblem, { kind: "gone" }>): FormErrors {
  switch (problem.kind) {
    case "same":
      return { nouvelle: "C’est déjà son adresse." }
    case "email-taken":
      return { nouvelle: `${problem.name || "Une autre personne"} a déjà cette adresse.`, known: problem.id }
    case "throttled":
      return {
        nouvelle: `Cette adresse a déjà été demandée plusieurs fois. Réessayez dans ${waitLabel(problem.retryAfterSeconds)}.`,
      }
  }
}
