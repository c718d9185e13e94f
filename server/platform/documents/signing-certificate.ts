/** Certificates are DER. */
export type SigningCertificate = {
  certificate: Uint8Array
  chain: readonly Uint8Array[]
  privateKey: CryptoKey
  endsAt: Date
}
