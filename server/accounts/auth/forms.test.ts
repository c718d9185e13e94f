import { describe, expect, test } from "vitest"
import type { z } from "zod"
import { signInForm, signUpForm, wizardSignInForm, wizardSignUpForm } from "./forms.ts"

function errorsOf(schema: z.ZodType, sent: Record<string, string>): Record<string, string> {
  const parsed = schema.safeParse(sent)
  const errors: Record<string, string> = {}
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message
  return errors
}

const complete = {
  name: " Camille ",
  email: " Camille@Exemple.fr ",
  password: "le bal",
  confirmation: "le bal",
  terms: "on",
}

describe("The sign-up form of the wizard", () => {
  test("is accepted when it is complete, with the address in its one spelling", () => {
    expect(wizardSignUpForm.parse(complete)).toMatchObject({
      name: "Camille",
      email: "camille@exemple.fr",
      password: "le bal",
    })
  })

  test("asks for the same password twice @V-wizard-confirmation", () => {
    expect(errorsOf(wizardSignUpForm, { ...complete, confirmation: "le bol" })).toEqual({
      confirmation: "Les mots de passe ne correspondent pas",
    })
  })

  test("asks for the terms to be accepted @V-wizard-terms", () => {
    const { terms: _, ...without } = complete
    expect(errorsOf(wizardSignUpForm, without)).toEqual({ terms: "Vous devez accepter les conditions générales" })
  })

  test("has its fields in the order in which they are seen, which is that of the list of errors", () => {
    const seen = ["name", "email", "password", "confirmation", "phone", "terms"]
    expect(Object.keys(wizardSignUpForm.shape)).toEqual(seen)
    expect(Object.keys(signUpForm.shape).slice(0, 4)).toEqual(["name", "email", "password", "phone"])
  })

  test("says everything that is wrong at once @V-wizard-sign-up", () => {
    expect(
      Object.keys(errorsOf(wizardSignUpForm, { email: "camille", password: "court", confirmation: "autre" })).sort(),
    ).toEqual(["confirmation", "email", "name", "password", "terms"])
  })
})

describe("The forms of the dialog", () => {
  test("ask for an address of the right form @V-auth-email", () => {
    for (const email of ["camille", "camille@", "@exemple.fr", "camille@exemple", "a b@exemple.fr"]) {
      expect(errorsOf(signInForm, { email, password: "le bal" }), email).toHaveProperty("email")
    }
    expect(errorsOf(signInForm, { email: "", password: "le bal" })).toEqual({ email: "Indiquez votre adresse e-mail." })
  })

  test("ask for 6 characters of password @V-auth-password @K-password-6", () => {
    expect(errorsOf(signInForm, { email: "camille@exemple.fr", password: "12345" })["password"]).toContain(
      "6 caractères",
    )
    expect(errorsOf(signUpForm, { name: "C", email: "camille@exemple.fr", password: "12345" })["password"]).toContain(
      "6 caractères",
    )
    expect(errorsOf(signInForm, { email: "camille@exemple.fr" })["password"]).toBe("Indiquez votre mot de passe.")
  })

  test("ask for the name only to sign up @R-auth-fields @V-auth-name", () => {
    expect(errorsOf(signInForm, { email: "camille@exemple.fr", password: "le bal" })).toEqual({})
    expect(errorsOf(signUpForm, { email: "camille@exemple.fr", password: "le bal", name: "   " })).toEqual({
      name: "Indiquez votre nom.",
    })
  })

  test("leave a password exactly as it was typed", () => {
    expect(signInForm.parse({ email: "camille@exemple.fr", password: "  le bal  " }).password).toBe("  le bal  ")
  })
})

test("The sign-in form of the wizard only asks for an address and a password @V-wizard-sign-in", () => {
  expect(errorsOf(wizardSignInForm, { email: "camille@exemple.fr", password: "abc" })).toEqual({})
  expect(Object.keys(errorsOf(wizardSignInForm, {}))).toEqual(["email", "password"])
})
