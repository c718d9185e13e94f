import { expect, test } from "vitest"
import { encrypt, decrypt } from "./encryption.ts"

test("a sealed value opens for its own purpose only, and never once altered", async () => {
  const sealed = await encrypt("JBSWY3DPEHPK3PXP", "second-factor")
  expect(sealed).not.toContain("JBSW")
  expect(await encrypt("JBSWY3DPEHPK3PXP", "second-factor")).not.toBe(sealed)
  expect(await decrypt(sealed, "second-factor")).toBe("JBSWY3DPEHPK3PXP")
  expect(await decrypt(sealed, "something else")).toBeNull()
  for (const changed of [`A${sealed.slice(1)}`, sealed.slice(0, -2), sealed.slice(0, 20), ""])
    if (changed !== sealed) expect(await decrypt(changed, "second-factor")).toBeNull()
})
