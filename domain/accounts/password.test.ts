import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { fold, passwordProblem, passwordProblemText, passwordStrength, type PasswordOwner } from "./password.ts"

const camille: PasswordOwner = { name: "Camille Lefèvre", email: "camille.lefevre@exemple.fr", role: "user" }
const common = new Set(["soleil", "motdepasse", "marseille2024"])
const problem = (password: string, owner = camille) => passwordProblem(password, owner, common)

describe("A customer's password", () => {
  test("needs 6 characters", () => {
    expect(problem("vK7!p")).toBe("too-short")
    expect(problem("vK7!pq")).toBeNull()
  })

  test("may be a phrase, with spaces and accents", () => {
    expect(problem("le tapis bleu était mouillé")).toBeNull()
  })

  test("stops at 128 characters", () => {
    const long = "xK7!pqZ2".repeat(16)
    expect(problem(long)).toBeNull()
    expect(problem(`${long}é`)).toBe("too-long")
  })

  test.each(["soleil", "SOLEIL", "Motdepasse", "motdepàsse"])(
    "is refused when it is a common one, whatever its case or accents: %s",
    (password) => {
      expect(problem(password)).toBe("common")
    },
  )

  test.each(["aaaaaa", "abababab", "123123", "1231231", "456789", "987654", "7890123", "azerty", "POIUYT", "qsdfghj"])(
    "is refused when it is a repetition or a run: %s",
    (password) => expect(problem(password)).toBe("repetitive"),
  )

  test.each(["camille", "Lefevre75", "camille.lefevre@exemple.fr", "camille.lefevre", "CamilleLefèvre!", "guinguette"])(
    "is refused when it is the name, the address or the shop: %s",
    (password) => expect(problem(password)).toBe("personal"),
  )

  test("may contain the name among other things", () => {
    expect(problem("camille aime les bals")).toBeNull()
  })
})

describe("An administrator's password", () => {
  const owner: PasswordOwner = { ...camille, role: "admin" }

  test("needs 12 characters, and says so @K-password-12", () => {
    expect(problem("vK7!pqZ2aub", owner)).toBe("too-short")
    expect(problem("vK7!pqZ2aubr", owner)).toBeNull()
    expect(passwordProblemText("too-short", "admin")).toContain("12 caractères")
    expect(passwordProblemText("too-short")).toContain("6 caractères")
  })
})

describe("The strength meter", () => {
  test("climbs with length and variety", () => {
    expect(passwordStrength("abc")).toBe(0)
    expect(passwordStrength("soleil")).toBe(1)
    expect(passwordStrength("aaaaaaaaaaaa")).toBe(1)
    expect(passwordStrength("Bal-du-14")).toBeGreaterThanOrEqual(2)
    expect(passwordStrength("Bal-du-14-juillet-au-bord-de-l'eau")).toBe(4)
  })

  test("never falls when a character is added", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
        (password, more) => {
          expect(passwordStrength(password + more)).toBeGreaterThanOrEqual(passwordStrength(password))
        },
      ),
    )
  })
})

test("Any text at all gets a verdict", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.string(), fc.string(), (password, name, email) => {
      expect(() => passwordProblem(password, { name, email, role: "user" }, common)).not.toThrow()
      expect(fold(fold(password))).toBe(fold(password))
    }),
  )
})
