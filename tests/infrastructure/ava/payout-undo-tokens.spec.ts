import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { payoutUndoTokens } from '../../../infrastructure/ava/payout-undo-tokens.ts'

describe('the token of a link that undoes a changed payout address', () => {
  it('Q-127: names its account and change to Garbo alone', () => {
    const tokens = payoutUndoTokens(randomBytes(32))
    const change = { accountId: 'account-giulia', changeId: 'change-1' }
    const token = tokens.issue(change)
    expect(tokens.read(token)).toEqual(change)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('giulia')
    expect(payoutUndoTokens(randomBytes(32)).read(token)).toBeNull()
    expect(tokens.read(`${token}A`)).toBeNull()
  })
})
