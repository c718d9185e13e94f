import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  fold,
  passwordProblem,
  passwordProblemText,
  passwordStrength,
  strengthLabels,
  type PasswordOwner,
} from "./password.ts"

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

  test.each([
    "aaaaaa",
    "abababab",
    "123123",
    "1231231",
    "456789",
    "987654",
    "7890123",
    "3210987",
    "azerty",
    "POIUYT",
    "qsdfghj",
    "wxcvbn",
    "qwerty",
    "asdfgh",
    "zxcvbnm",
  ])("is refused when it is a repetition or a run: %s", (password) => expect(problem(password)).toBe("repetitive"))

  test.each(["papa danse le twist", "abcabc ou rien", "135791", "azerty et la suite"])(
    "may begin with a repetition or a run: %s",
    (password) => expect(problem(password)).toBeNull(),
  )

  test.each([
    "camille",
    "Lefevre75",
    "2027camille",
    "!!Lefevre!!",
    "camille.lefevre@exemple.fr",
    "camille.lefevre",
    "CamilleLefèvre!",
    "guinguette",
  ])("is refused when it is the name, the address or the shop: %s", (password) =>
    expect(problem(password)).toBe("personal"),
  )

  test.each(["camille aime les bals", "12345camille", "camille12345", "cam12ille"])(
    "may contain the name among other things: %s",
    (password) => expect(problem(password)).toBeNull(),
  )

  test("is refused when it is a part of the address, of three letters or more", () => {
    const lu = { ...camille, name: "Lu Ana", email: "bal.lo+perdu@exemple.fr" }
    for (const password of ["bal2027", "perdu27", "ana2027"]) expect(problem(password, lu)).toBe("personal")
    for (const password of ["lu2027", "lo2027"]) expect(problem(password, lu)).toBeNull()
  })

  test("made of digits and signs is refused when it is the whole address only", () => {
    const numbered = { ...camille, email: "741852@exemple.fr" }
    expect(problem("741852", numbered)).toBe("personal")
    expect(problem("74!1?2", numbered)).toBeNull()
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

test("Every reason to refuse a password is said in its own words, with what to do where it would be guessed", () => {
  expect(passwordProblemText("too-long")).toBe("Le mot de passe ne peut pas dépasser 128 caractères.")
  expect(passwordProblemText("common")).toContain("fait partie des plus utilisés")
  expect(passwordProblemText("repetitive")).toContain("une simple suite ou une répétition")
  expect(passwordProblemText("personal")).toContain("reprend votre nom ou votre adresse e-mail")
  for (const guessed of ["common", "repetitive", "personal"] as const)
    expect(passwordProblemText(guessed)).toMatch(/deviné tout de suite\. Choisissez-en un autre\.$/)
})

describe("The strength meter", () => {
  test("has a word for each of its steps", () => {
    const labels = Object.values(strengthLabels)
    expect(labels.filter((label) => label !== "")).toHaveLength(5)
    expect(new Set(labels).size).toBe(5)
  })

  // Letters alone count 3 bits each, a letter that repeats or follows its neighbour 1: 32, 48 and 64 bits are steps.
  test.each([
    ["ten letters", "kxqdmrfvha", 1],
    ["eleven letters", "kxqdmrfvhaj", 2],
    ["ten letters and two that repeat, which is 32 bits", "kxqdmrfvhaaa", 2],
    ["fifteen letters", "kxqdmrfvhajoyeu", 2],
    ["sixteen letters, which is 48 bits", "kxqdmrfvhajoyeui", 3],
    ["twenty-one letters", "kxqdmrfvhajoyeuigcwzt", 3],
    ["twenty-one letters and one that repeats, which is 64 bits", "kxqdmrfvhajoyeuigcwztt", 4],
    ["a run of twelve letters", "abcdefghijkl", 1],
    ["a run of twelve letters backwards", "lkjihgfedcba", 1],
    ["six letters that all come three times, of which the third counts no more", "kxqdmrkxqdmrkxqdmr", 2],
    ["a date", "14072027", 1],
    ["six capitals and digits", "K7M2Q9", 1],
    ["six small letters and digits", "b7k2m9", 1],
    ["six letters of both cases", "kMqTbX", 2],
    ["eleven letters of both cases", "kMqTbXfZhVr", 3],
    ["eight letters, digits and signs", "b7-k2!m9", 3],
  ] as const)("is calculated for %s", (_, password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })

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
