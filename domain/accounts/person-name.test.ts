import { expect, test } from "vitest"
import { isAcceptableName } from "./person-name.ts"

test("a person's name may have accents, dots and apostrophes", () => {
  for (const name of [
    "Élodie",
    "Jean-Pierre",
    "J.-P. Martin",
    "O’Brien",
    "Mme St. Martin",
    "Noël & fils",
    "李雷",
    "N. d’Ys",
    "N. d'Ys",
    "M.DUPONT",
    "J.Martin",
    "Mme.Durand-Petit",
    "j.durand-petit",
    "Dr.Martin",
    "dr.martin",
    "St.John Smith",
    "Mme.Durand",
    "Ste.Marie",
    "Pr.Leroy",
    "Ch.Dupont",
  ])
    expect(isAcceptableName(name), name).toBe(true)
})

test("an address, or more than one line, is no name", () => {
  for (const name of [
    "http://evil",
    "evil.example",
    "www.evil",
    "Léa\nevil",
    "lea@exemple.fr",
    "Cliquez evil.com/x",
    "a\u2028b",
    "EVIL.COM",
    "Evil.Com",
    "WWW.EVIL.COM",
    "X.COM",
    "1.COM",
    "x.com/a",
    "Cliquez ÉVÉNEMENT.FR",
    "Dr.com",
    "Bob.Com",
    "Abc.Paris",
    "Cliquez Dr.Martin.com",
  ])
    expect(isAcceptableName(name), name).toBe(false)
})

test("text after a dot is a domain when it ends after two letters, in either case", () => {
  for (const word of [
    "ÉTÉ.PARIS",
    "FÊTE.ÉTÉ",
    "12.PARIS",
    "A-.PARIS",
    "a.paris",
    "1.paris",
    "-.paris",
    "X.COM",
    "x.io",
  ])
    for (const after of ["", "/a", ":80", "?a", "#a", " ici", "\u2003ici"])
      expect(isAcceptableName(`Cliquez ${word}${after}`), word + after).toBe(false)
  for (const domain of ["COM", "NET", "ORG", "CO", "IO", "FR", "EU", "ME", "APP", "PAGE", "LINK"])
    expect(isAcceptableName(`X.${domain}`), domain).toBe(false)
  for (const name of ["X.COMTE", "J.P", "M.P.", "M.F.R", "a.p", "M. Paris", "É.PARIS", "Mme. de", "fête!.", "A.12"])
    expect(isAcceptableName(name), name).toBe(true)
})
