import type { Names } from '../../application/ports/names.ts'
import { keyedHash } from './keyed-hash.ts'
import { normalisePhone } from '../../domain/access/phone.ts'

export const keyedNames = (secret: Uint8Array): Names => {
  const id = (kind: string, name: string) => keyedHash(secret, kind, name).toString('hex')
  return {
    email: (address) => id('email', folded(address)),
    username: (name) => id('username', folded(name)),
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
const folded = (name: string) => name.trim().normalize('NFKC').toLowerCase()
