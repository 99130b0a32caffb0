import type { RelyingParty } from '../accounts/passkeys.ts'

interface SiteSettings {
  readonly GARBO_ORIGIN?: string | undefined
  readonly PASSKEY_RP_ID?: string | undefined
  readonly PORT: number
}

export interface Site {
  readonly relyingParty: () => RelyingParty
  readonly origin: () => string
  /** Sets the actual port when `PORT` is 0. */
  readonly setPort: (port: number) => void
}

/** The public address of the site, as browsers sign it for passkeys. */
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

/** A relying party id must be the host of the origin or a parent domain of it. */
export const canBeRpId = (rpId: string, origin: string): boolean => {
  const { hostname } = new URL(origin)
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}

/** Names the event log in its checkpoints: host and port of the public address. */
export const logOriginOf = ({ GARBO_ORIGIN }: Pick<SiteSettings, 'GARBO_ORIGIN'>): string =>
  GARBO_ORIGIN === undefined ? 'localhost' : new URL(GARBO_ORIGIN).host
