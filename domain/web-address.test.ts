import { expect, test } from "vitest"
import { isWebAddress } from "./web-address.ts"

test.each([
  "https://exemple.fr",
  "http://www.exemple.fr:8080/a?b#c",
  "https://localhost.exemple.fr",
  "https://10.exemple.fr/",
  "https://éxemple.fr/",
  "https://93.184.216.34/",
  "https://[2606:2800:220:1::1]/",
])("the text %s is an address that a customer can open", (address) => {
  expect(isWebAddress(address)).toBe(true)
})

test.each([
  "https://localhost",
  "https://LOCALHOST:3000/",
  "https://localhost./",
  "https://admin.localhost/",
  "https://imprimante.local/",
  "https://nas.home.arpa/",
  "https://caisse/",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.0.0.1/",
  "https://10.0.0.8/",
  "https://172.20.0.1/",
  "https://192.168.1.10/",
  "https://169.254.169.254/latest",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "ftp://exemple.fr",
  "exemple.fr",
  "https://",
])("the text %s is no such address", (address) => {
  expect(isWebAddress(address)).toBe(false)
})
