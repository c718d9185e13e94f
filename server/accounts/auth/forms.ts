import { z } from "zod"
import { emailAddress, personName, phoneNumber } from "../customers/person-fields.ts"
import { MIN_PASSWORD, passwordProblemText } from "../../../domain/accounts/password.ts"

const email = emailAddress()

const password = z
  .string({ error: "Indiquez votre mot de passe." })
  .min(1, { error: "Indiquez votre mot de passe.", abort: true })
const passwordWithMinimum = password.min(MIN_PASSWORD, passwordProblemText("too-short"))

/** Untrusted: pass it through `safeReturnPath`. */
const retour = z.string().optional()
const dialogue = z.string().optional()

export const signInForm = z.object({ email, password: passwordWithMinimum, retour, dialogue })

export const signUpForm = z.object({
  name: personName(),
  email,
  password: passwordWithMinimum,
  phone: phoneNumber,
  retour,
  dialogue,
})

const isConfirmed = (form: { password: string; confirmation: string }) => form.password === form.confirmation
const mismatchIssue = {
  path: ["confirmation"],
  error: "Les mots de passe ne correspondent pas",
  when: ({ value }: { value: unknown }) =>
    z.object({ password: z.string(), confirmation: z.string() }).safeParse(value).success,
}

const newPassword = {
  password: z.string({ error: "Indiquez votre nouveau mot de passe." }).min(1, "Indiquez votre nouveau mot de passe."),
  confirmation: z.string({ error: "Confirmez votre mot de passe." }),
}

export const wizardSignInForm = z.object({ email, password })

export const wizardSignUpForm = z
  .object({
    name: personName(),
    email,
    password: passwordWithMinimum,
    confirmation: z.string({ error: "Confirmez votre mot de passe." }),
    phone: phoneNumber,
    terms: z
      .string({ error: "Vous devez accepter les conditions générales" })
      .min(1, "Vous devez accepter les conditions générales"),
  })
  .refine(isConfirmed, mismatchIssue)

export const forgottenPasswordForm = z.object({ email, retour })

export const verificationRequestForm = z.object({ email })

const code = z
  .string({ error: "Saisissez le code." })
  .trim()
  .min(1, "Saisissez le code.")
  .max(40, "Ce code est trop long.")

export const codeForm = z.object({ code, retour })

export const secondFactorForms = {
  password: z.object({ actuel: password, retour }),
  code: z.object({ code, retour }),
}

export const firstAdministratorForm = z.object({ email, password })

export const passwordChangeForm = z
  .object({ actuel: password, ...newPassword, retour })
  .refine(isConfirmed, mismatchIssue)

export const emailChangeForm = z.object({ email, actuel: password })

export const newPasswordForm = z.object(newPassword).refine(isConfirmed, mismatchIssue)

const MAX_DEVICE_ANSWER = 20_000
const base64url = z.string().min(1).max(MAX_DEVICE_ANSWER)

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
