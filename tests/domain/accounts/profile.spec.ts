import { describe, expect, it } from 'vitest'
import { isProfileComplete } from '../../../domain/accounts/rules.ts'

const business = { kind: 'business', businessName: 'Locanda', businessType: 'hotel', location: 'Roma' } as const

describe('the profile of a business (Q-41)', () => {
  it('is complete with name, type, location and an accepted privacy notice', () => {
    expect(isProfileComplete(business, true)).toBe(true)
    expect(isProfileComplete(business, false)).toBe(false)
  })

  it.each(['businessName', 'businessType', 'location'])('is incomplete without its %s', (field) => {
    expect(isProfileComplete({ ...business, [field]: null }, true)).toBe(false)
  })
})

describe('the profile of a client (Q-41)', () => {
  it('is always complete', () => {
    const client = { kind: 'client', businessName: null, businessType: null, location: null } as const
    expect(isProfileComplete(client, false)).toBe(true)
  })
})
