import { z } from "zod"
import { emailAddress, personName, phoneNumber } from "../customers/person-fields.ts"
import { MIN_PASSWORD, passwordProblemText } from "../../../domain/accounts/password.ts"

/**
 * The forms of section 5 that concern accounts, their fields in the order in which they are seen. Texts quoted there are
 * used to the letter.
 */

const email = emailAddress()

const password = z
  .string({ error: "Indiquez votre mot de passe." })
  .min(1, { error: "Indiquez votre mot de passe.", abort: true })
const passwordOfSix = password.min(MIN_PASSWORD, passwordProblemText("too-short"))

/** Where to go afterwards; only `safeReturnPath` decides whether it may be used. */
const retour = z.string().optional()
/** Sent as "1" by a form that stays on its page. */
const dialogue = z.string().optional()

export const signInForm = z.object({ email, password: passwordOfSix, retour, dialogue })

export const signUpForm = z.object({
  name: personName(),
  email,
  password: passwordOfSix,
  phone: phoneNumber,
  retour,
  dialogue,
})

const isConfirmed = (form: { password: string; confirmation: string }) => form.password === form.confirmation
const confirmedTwice = {
  path: ["confirmation"],
  error: "Les mots de passe ne correspondent pas",
  // Said together with what else is wrong, so that a person corrects the form once.
  when: ({ value }: { value: unknown }) =>
    z.object({ password: z.string(), confirmation: z.string() }).safeParse(value).success,
}

const newPassword = {
  password: z.string({ error: "Indiquez votre nouveau mot de passe." }).min(1, "Indiquez votre nouveau mot de passe."),
  confirmation: z.string({ error: "Confirmez votre mot de passe." }),
}

/** In the wizard, whoever comes back only has to be right. */
export const wizardSignInForm = z.object({ email, password })

export const wizardSignUpForm = z
  .object({
    name: personName(),
    email,
    password: passwordOfSix,
    confirmation: z.string({ error: "Confirmez votre mot de passe." }),
    phone: phoneNumber,
    terms: z
      .string({ error: "Vous devez accepter les conditions générales" })
      .min(1, "Vous devez accepter les conditions générales"),
  })
  .refine(isConfirmed, confirmedTwice)

/** Anyone who forgot a password says where the link goes. */
export const forgottenPasswordForm = z.object({ email, retour })

/** Asks for the link by which an address is confirmed. */
export const askedVerificationForm = z.object({ email })

const code = z
  .string({ error: "Saisissez le code." })
  .trim()
  .min(1, "Saisissez le code.")
  .max(40, "Ce code est trop long.")

/** After the password, for anyone who has a second factor. */
export const codeForm = z.object({ code, retour })

/** The forms about one’s own second factor. */
export const secondFactorForms = {
  /** With the present password: beginning, new recovery codes, turning it off. */
  password: z.object({ actuel: password, retour }),
  code: z.object({ code, retour }),
}

/** Replaces the password of who is signed in; how long the new one must be depends on who they are. */
export const passwordChangeForm = z
  .object({ actuel: password, ...newPassword, retour })
  .refine(isConfirmed, confirmedTwice)

/** Asks for another address to sign in by. */
export const emailChangeForm = z.object({ email, actuel: password })

/** Chooses a password by the link of a mail. */
export const newPasswordForm = z.object(newPassword).refine(isConfirmed, confirmedTwice)

/** What a device answers is long, and much longer is no answer. */
const MAX_DEVICE_ANSWER = 20_000
const base64url = z.string().min(1).max(MAX_DEVICE_ANSWER)

/** The JSON that WebAuthn gives a device's answer; whether it is true is seen when it is verified. */
function deviceAnswer<Response extends z.ZodType>(response: Response) {
  const shape = z.object({ id: base64url, rawId: base64url, type: z.literal("public-key"), response })
  return z
    .string({ error: "Votre appareil n’a pas répondu." })
    .max(MAX_DEVICE_ANSWER, "La réponse de votre appareil est trop longue.")
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue("La réponse de votre appareil n’est pas lisible.")
        return z.NEVER
      }
    })
    .pipe(shape)
    .transform((answer) => ({ ...answer, clientExtensionResults: {} }))
}

const transports = z.array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"])).max(10)

/** The forms about passkeys (WebAuthn): making one, and showing one. */
export const passkeyForms = {
  begin: z.object({
    actuel: password,
    name: z
      .string({ error: "Nommez cet appareil." })
      .trim()
      .min(1, "Nommez cet appareil.")
      .max(60, "Ce nom est trop long."),
  }),
  add: z.object({
    name: z.string().trim().min(1, "Nommez cet appareil.").max(60, "Ce nom est trop long."),
    response: deviceAnswer(
      z.object({
        clientDataJSON: base64url,
        attestationObject: base64url,
        // A transport that is not known yet is no reason to refuse.
        transports: transports.catch([]),
      }),
    ),
  }),
  ask: z.object({}),
  show: z.object({
    response: deviceAnswer(
      z.object({
        clientDataJSON: base64url,
        authenticatorData: base64url,
        signature: base64url,
      }),
    ),
    retour,
  }),
}
