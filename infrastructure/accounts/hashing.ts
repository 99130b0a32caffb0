import { createHash, createHmac } from 'node:crypto'
import type { NameHasher } from '../../application/accounts/ports.ts'
import { normalisePhone } from '../../domain/accounts/phone.ts'

/** HMAC-SHA-256 over parts that cannot run into each other. */
export const keyedHash = (secret: Uint8Array, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()

/** How a token of ours lies in the database: 256 random bits need no salt and no slow hash. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const nameHasher = (secret: Uint8Array): NameHasher => {
  const id = (kind: string, name: string) => keyedHash(secret, kind, name).toString('hex')
  return {
    email: (address) => id('email', foldedName(address)),
    username: (name) => id('username', foldedName(name)),
    social: (provider, subject) => id(`social ${provider}`, subject),
    deletion: (provider, subject, issuedAt) => id(`deletion ${provider} ${issuedAt}`, subject).slice(0, 32),
    rating: (ratingId) => keyedHash(secret, 'rating', ratingId).toString('base64url'),
    phone: (number) => {
      const normal = normalisePhone(number)
      return normal === null ? null : id('phone', normal)
    },
  }
}

/** Letter case and the ways Unicode has of writing the same letters make no other name. */
const foldedName = (name: string) => name.trim().normalize('NFKC').toLowerCase()
