/** What proves a passkey, loaded with the first one that is asked for: it brings parsers of certificates of every kind. */
export const webauthn = () => import("@simplewebauthn/server")
