export const webauthn = () => import("@simplewebauthn/server")
