import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  foldPassword,
  passwordProblem,
  passwordProblemText,
  passwordStrength,
  strengthLabels,
  type PasswordOwner,
} from "./password.ts"

const camille: PasswordOwner = { name: "Camille Lefèvre", email: "camille.lefevre@exemple.fr", isStaff: false }
const common = new Set(["soleil", "motdepasse", "marseille2024"])
const problem = (password: string, owner = camille) => passwordProblem(password, owner, common)

describe("a customer's password", () => {
  test("the password needs 6 characters", () => {
    expect(problem("vK7!p")).toBe("too-short")
    expect(problem("vK7!pq")).toBeNull()
  })

  test("the password may be a phrase, with spaces and accents", () => {
    expect(problem("le tapis bleu était mouillé")).toBeNull()
  })

  test("the password has at most 128 characters", () => {
    const long = "xK7!pqZ2".repeat(16)
    expect(problem(long)).toBeNull()
    expect(problem(`${long}é`)).toBe("too-long")
  })

  test.each(["soleil", "SOLEIL", "Motdepasse", "motdepàsse"])(
    "a common password is refused, whatever its case or accents: %s",
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
  ])("a repetition or a sequence is refused: %s", (password) => expect(problem(password)).toBe("repetitive"))

  test.each(["papa danse le twist", "abcabc ou rien", "135791", "azerty et la suite"])(
    "the password may start with a repetition or a sequence: %s",
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
  ])("the name, the address or the shop as a password is refused: %s", (password) =>
    expect(problem(password)).toBe("personal"),
  )

  test.each(["camille aime les bals", "12345camille", "camille12345", "cam12ille"])(
    "the password may contain the name among other things: %s",
    (password) => expect(problem(password)).toBeNull(),
  )

  test("a part of the address with three letters or more is refused", () => {
    const lu = { ...camille, name: "Lu Ana", email: "bal.lo+perdu@exemple.fr" }
    for (const password of ["bal2027", "perdu27", "ana2027"]) expect(problem(password, lu)).toBe("personal")
    for (const password of ["lu2027", "lo2027"]) expect(problem(password, lu)).toBeNull()
  })

  test("a password of digits and signs is refused only when it is the whole address", () => {
    const numbered = { ...camille, email: "741852@exemple.fr" }
    expect(problem("741852", numbered)).toBe("personal")
    expect(problem("74!1?2", numbered)).toBeNull()
  })
})

describe("an administrator's password", () => {
  const owner: PasswordOwner = { ...camille, isStaff: true }

  test("the password needs 12 characters, and the message says so @K-password-12", () => {
    expect(problem("vK7!pqZ2aub", owner)).toBe("too-short")
    expect(problem("vK7!pqZ2aubr", owner)).toBeNull()
    expect(passwordProblemText("too-short", true)).toContain("12 caractères")
    expect(passwordProblemText("too-short")).toContain("6 caractères")
  })
})

test("each refusal has its own message, with advice where the password is easy to guess", () => {
  expect(passwordProblemText("too-long")).toBe("Le mot de passe ne peut pas dépasser 128 caractères.")
  expect(passwordProblemText("common")).toContain("fait partie des plus utilisés")
  expect(passwordProblemText("repetitive")).toContain("une simple suite ou une répétition")
  expect(passwordProblemText("personal")).toContain("reprend votre nom ou votre adresse e-mail")
  for (const guessed of ["common", "repetitive", "personal"] as const)
    expect(passwordProblemText(guessed)).toMatch(/deviné tout de suite\. Choisissez-en un autre\.$/)
})

describe("the password strength meter", () => {
  test("the meter has a word for each of its steps", () => {
    const labels = Object.values(strengthLabels)
    expect(labels.filter((label) => label !== "")).toHaveLength(5)
    expect(new Set(labels).size).toBe(5)
  })

  // Letters count 3 bits each, repeats and neighbours 1; the steps are 32, 48 and 64 bits.
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
    ["a word and a year", "mariage2027", 2],
    ["six capitals and digits", "K7M2Q9", 1],
    ["six small letters and digits", "b7k2m9", 1],
    ["six letters of both cases", "kMqTbX", 2],
    ["eleven letters of both cases", "kMqTbXfZhVr", 3],
    ["eight letters, digits and signs", "b7-k2!m9", 3],
  ] as const)("the strength is calculated for %s", (_, password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })

  test("the strength grows with length and variety", () => {
    expect(passwordStrength("abc")).toBe(0)
    expect(passwordStrength("soleil")).toBe(1)
    expect(passwordStrength("aaaaaaaaaaaa")).toBe(1)
    expect(passwordStrength("Bal-du-14")).toBeGreaterThanOrEqual(2)
    expect(passwordStrength("Bal-du-14-juillet-au-bord-de-l'eau")).toBe(4)
  })

  test("the strength never falls when a character is added", () => {
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

test("any text gets a verdict", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.string(), fc.string(), (password, name, email) => {
      expect(() => passwordProblem(password, { name, email, isStaff: false }, common)).not.toThrow()
      expect(foldPassword(foldPassword(password))).toBe(foldPassword(password))
    }),
  )
})
