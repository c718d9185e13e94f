/** What the company's seal is made with. Certificates in DER; the key never leaves the process. */
export type SigningCertificate = {
  certificate: Uint8Array
  /** Those between it and its root, where it was supplied with them. */
  chain: readonly Uint8Array[]
  privateKey: CryptoKey
  endsAt: Date
}
