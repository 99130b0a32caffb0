import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { unsubscribeTokens } from '../../../infrastructure/accounts/unsubscribe-tokens.ts'

const tokens = unsubscribeTokens(randomBytes(32))
const subject = { accountId: 'account-giulia', kinds: ['booking', 'reply'] } as const

describe('the token of a link that ends e-mails', () => {
  it('D-30: names its account and kinds to Garbo alone', () => {
    const token = tokens.issue(subject)
    expect(tokens.read(token)).toEqual(subject)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('giulia')
    expect(unsubscribeTokens(randomBytes(32)).read(token)).toBeNull()
  })

  it('is the same for the same e-mails', () =>
    expect(tokens.issue({ ...subject, kinds: ['reply', 'booking'] })).toBe(tokens.issue(subject)))

  it('is void if any part of it is changed', () => {
    const bytes = Buffer.from(tokens.issue(subject), 'base64url')
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(tokens.read(changed.toString('base64url'))).toBeNull()
    }
    for (const nothing of ['', 'a', 'A'.repeat(200)]) expect(tokens.read(nothing)).toBeNull()
  })
})
