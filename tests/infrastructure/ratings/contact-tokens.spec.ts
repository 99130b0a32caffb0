import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contactTokens } from '../../../infrastructure/ratings/contact-tokens.ts'

describe('the token of the link in a first letter', () => {
  it('Q-122: names the venue to Garbo alone', () => {
    const tokens = contactTokens(randomBytes(32))
    const contact = { businessId: 'account-aurora', clientId: 'client-giulia', ratingId: 'rating-1' }
    const token = tokens.issue(contact)
    expect(tokens.read(token)).toEqual(contact)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('aurora')
    expect(contactTokens(randomBytes(32)).read(token)).toBeNull()
    expect(tokens.read(`${token}AAAA`)).toBeNull()
  })
})
