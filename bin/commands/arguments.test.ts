import { describe, expect, test } from "vitest"
import { OperatorProblem } from "../operator.ts"
import { readArguments } from "./arguments.ts"

const understood = { flags: ["large"], values: ["at"], names: 1, usage: "npm run it" }
const read = (...typed: string[]) => {
  const { flags, values, names } = readArguments(typed, understood)
  return { flags: [...flags], values: Object.fromEntries(values), names: [...names] }
}

describe("the arguments of a command", () => {
  test("arguments are read in any order, with a value after a space or an equals sign", () => {
    expect(read()).toEqual({ flags: [], values: {}, names: [] })
    expect(read("expire", "--at", "2027-06-12T08:00:00Z")).toEqual({
      flags: [],
      values: { at: "2027-06-12T08:00:00Z" },
      names: ["expire"],
    })
    expect(read("--at=2027-06-12T08:00:00Z", "--large", "expire")).toEqual({
      flags: ["large"],
      values: { at: "2027-06-12T08:00:00Z" },
      names: ["expire"],
    })
  })

  test("an argument may lack its value, which is for the command to judge", () => {
    expect(read("--at")).toEqual({ flags: [], values: { at: "" }, names: [] })
  })

  test.each([["--huge"], ["-x"], ["--large=yes"], ["one", "two"], ["--"]])(
    "unknown arguments are refused with the usage: %s %s",
    (...typed) => {
      expect(() => read(...typed)).toThrow(OperatorProblem)
      expect(() => read(...typed)).toThrow(`“${typed.at(-1)}” is not understood. Use: npm run it`)
    },
  )
})
