import type { RelyingParty } from '../accounts/passkeys.ts'

interface SiteSettings {
  readonly GARBO_ORIGIN?: string | undefined
  readonly PASSKEY_RP_ID?: string | undefined
  readonly PORT: number
}

export interface Site {
  readonly relyingParty: () => RelyingParty
  readonly origin: () => string
  /** The port that was free, when any would do. */
  readonly setPort: (port: number) => void
}

/** Where people meet us, as their browsers sign it. */
export const siteOf = ({ GARBO_ORIGIN, PASSKEY_RP_ID, PORT }: SiteSettings): Site => {
  let port = PORT
  const origin = () => new URL(GARBO_ORIGIN ?? `http://localhost:${port}`).origin
  return {
    origin,
    relyingParty: () => {
      const { hostname } = new URL(origin())
      return { origin: origin(), rpId: PASSKEY_RP_ID ?? hostname }
    },
    setPort: (free) => {
      port = free
    },
  }
}

/** A passkey belongs to the host it is made on or to a domain above it. */
export const canBeRpId = (rpId: string, origin: string): boolean => {
  const { hostname } = new URL(origin)
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}
