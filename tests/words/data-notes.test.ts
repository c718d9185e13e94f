import { globSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

const personal =
  /autoComplete=(?:"|\{signUp \? ")(?:name|email|tel|username|street-address|address-line1|postal-code)"|type="(?:email|tel)"/

const exceptions: Readonly<Record<string, string>> = {
  "app/site/kit/event-search-form.tsx": "a postcode alone names nobody, and is not kept",
  "app/site/embed/page.tsx": "the same question, in a frame",
  "app/site/kit/phone-field.tsx": "stands in forms that say it once, below",
  "app/site/sign-in/choose-password/page.tsx": "shows the address of the mail that led there, and asks for none",
  "app/site/sign-in/first-administrator/page.tsx": "the owner's own address, in their own shop",
}

/** The customer's area says it once above its forms; the signature is evidence, and says it itself. */
const isOwnArea = (file: string) => file.startsWith("app/site/account/") && !file.endsWith("signing-form.tsx")

const forms = globSync("app/site/**/*.tsx")
  .filter((file) => !isOwnArea(file) && !file.endsWith(".test.tsx"))
  .filter((file) => personal.test(readFileSync(file, "utf8")))

describe("a form that collects personal data (RGPD, article 13)", () => {
  test("the rule searches the whole site", () => {
    expect(forms).toEqual(
      expect.arrayContaining([
        "app/site/contact/form.tsx",
        "app/site/frame/auth-form.tsx",
        "app/site/booking/steps/register.tsx",
        "app/site/kit/address-step.tsx",
        "app/site/kit/newsletter-form.tsx",
      ]),
    )
    for (const file of Object.keys(exceptions)) expect(forms).toContain(file)
  })

  test.each(forms.filter((file) => !(file in exceptions)))("the form says below who, why and how long: %s", (file) => {
    expect(readFileSync(file, "utf8")).toMatch(/<DataNote use=/)
  })
})
