import { createHash, createHmac } from 'node:crypto'
import type { NameHasher } from '../../application/accounts/ports.ts'
import { mailboxOf } from '../../domain/accounts/identifiers.ts'
import { normalisePhone } from '../../domain/accounts/phone.ts'

/** HMAC-SHA-256 over unambiguously separated parts. */
export const keyedHash = (secret: Uint8Array, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()

/** Stored form of a token; 256 random bits need neither salt nor a slow hash. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const nameHasher = (secret: Uint8Array): NameHasher => {
  const id = (kind: string, name: string) => keyedHash(secret, kind, name).toString('hex')
  return {
    email: (address) => id('email', foldedName(address)),
    username: (name) => id('username', foldedName(name)),
    social: (provider, subject) => id(`social ${provider}`, subject),
    payoutAddress: (address) => id('payout address', foldedName(address)),
    deletion: (provider, subject, issuedAt) => id(`deletion ${provider} ${issuedAt}`, subject).slice(0, 32),
    rating: (ratingId) => keyedHash(secret, 'rating', ratingId).toString('base64url'),
    givenRating: (ratingId) => keyedHash(secret, 'given rating', ratingId).toString('base64url'),
    device: (accountId, deviceId) => keyedHash(secret, 'device', accountId, deviceId).toString('base64url'),
    mailbox: (address) => id('mailbox', mailboxOf(address)),
    kept: (purpose, nameId, about = '') => keyedHash(secret, `kept ${purpose}`, nameId, about).toString('hex'),
    passkeyDevice: (deviceId) => id('passkey device', deviceId),
    phone: (number) => {
      const normalised = normalisePhone(number)
      return normalised === null ? null : id('phone', normalised)
    },
  }
}

/** Names that differ only in letter case or Unicode form are the same. */
const foldedName = (name: string) => name.trim().normalize('NFKC').toLowerCase()
