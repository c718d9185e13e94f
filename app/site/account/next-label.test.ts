import { expect, test } from "vitest"
import { nextLabel } from "./next-label.ts"

test("a delegate does not read that they ended somebody else's booking", () => {
  const at = new Date("2027-05-01T09:00:00Z")
  const ended = (how: "withdrawn" | "cancelled_by_customer" | "unsigned", of?: string) =>
    nextLabel({ kind: "ended", how, at }, of).text
  expect(ended("withdrawn")).toBe("Vous avez renoncé au contrat.")
  expect(ended("withdrawn", "Camille")).toBe("Camille a renoncé au contrat.")
  expect(ended("cancelled_by_customer", "Elena")).toBe("Annulée à la demande d’Elena.")
  expect(ended("unsigned", "Elena")).toBe("Le contrat n’a pas été signé à temps.")
})
