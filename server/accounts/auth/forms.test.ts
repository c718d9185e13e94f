import { describe, expect, test } from "vitest"
import type { z } from "zod"
import { signInForm, signUpForm, wizardSignInForm, wizardSignUpForm } from "./forms.ts"

function validationErrors(schema: z.ZodType, sent: Record<string, string>): Record<string, string> {
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

describe("the sign-up form of the wizard", () => {
  test("a complete form is accepted, with a normalised address", () => {
    expect(wizardSignUpForm.parse(complete)).toMatchObject({
      name: "Camille",
      email: "camille@exemple.fr",
      password: "le bal",
    })
  })

  test("the form requires the same password twice @V-wizard-confirmation", () => {
    expect(validationErrors(wizardSignUpForm, { ...complete, confirmation: "le bol" })).toEqual({
      confirmation: "Les mots de passe ne correspondent pas",
    })
  })

  test("the form requires acceptance of the terms @V-wizard-terms", () => {
    const { terms: _, ...without } = complete
    expect(validationErrors(wizardSignUpForm, without)).toEqual({
      terms: "Vous devez accepter les conditions générales",
    })
  })

  test("the errors follow the visible order of the fields", () => {
    const visibleOrder = ["name", "email", "password", "confirmation", "phone", "terms"]
    expect(Object.keys(wizardSignUpForm.shape)).toEqual(visibleOrder)
    expect(Object.keys(signUpForm.shape).slice(0, 4)).toEqual(["name", "email", "password", "phone"])
  })

  test("the form reports all errors at once @V-wizard-sign-up", () => {
    expect(
      Object.keys(
        validationErrors(wizardSignUpForm, { email: "camille", password: "court", confirmation: "autre" }),
      ).sort(),
    ).toEqual(["confirmation", "email", "name", "password", "terms"])
  })
})

describe("the forms of the account dialog", () => {
  test("the forms require a valid address @V-auth-email", () => {
    for (const email of ["camille", "camille@", "@exemple.fr", "camille@exemple", "a b@exemple.fr"]) {
      expect(validationErrors(signInForm, { email, password: "le bal" }), email).toHaveProperty("email")
    }
    expect(validationErrors(signInForm, { email: "", password: "le bal" })).toEqual({
      email: "Indiquez votre adresse e-mail.",
    })
  })

  test("the forms require 6 characters of password @V-auth-password @K-password-6", () => {
    expect(validationErrors(signInForm, { email: "camille@exemple.fr", password: "12345" })["password"]).toContain(
      "6 caractères",
    )
    expect(
      validationErrors(signUpForm, { name: "C", email: "camille@exemple.fr", password: "12345" })["password"],
    ).toContain("6 caractères")
    expect(validationErrors(signInForm, { email: "camille@exemple.fr" })["password"]).toBe(
      "Indiquez votre mot de passe.",
    )
  })

  test("the forms require the name only for signing up @R-auth-fields @V-auth-name", () => {
    expect(validationErrors(signInForm, { email: "camille@exemple.fr", password: "le bal" })).toEqual({})
    expect(validationErrors(signUpForm, { email: "camille@exemple.fr", password: "le bal", name: "   " })).toEqual({
      name: "Indiquez votre nom.",
    })
  })

  test("the forms leave a password exactly as it was typed", () => {
    expect(signInForm.parse({ email: "camille@exemple.fr", password: "  le bal  " }).password).toBe("  le bal  ")
  })
})

test("the sign-in form of the wizard requires only an address and a password @V-wizard-sign-in", () => {
  expect(validationErrors(wizardSignInForm, { email: "camille@exemple.fr", password: "abc" })).toEqual({})
  expect(Object.keys(validationErrors(wizardSignInForm, {}))).toEqual(["email", "password"])
})
