import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { account, type DeleteAccount } from '../../../domain/accounts/account.ts'
import type { DeletionObstacle } from '../../../domain/accounts/vocabulary.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import {
  anyAccountCommand,
  businessRegistered,
  clientRegistered,
  giulia,
  identityLinked,
} from '../../support/accounts/account-fixtures.ts'
import { spec } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(account)
const when = at('2026-05-02')
const remove = (more: Partial<DeleteAccount> = {}): DeleteAccount => ({
  type: 'DeleteAccount',
  cause: 'owner',
  reason: null,
  emailId: 'name-1',
  usernameId: null,
  obstacles: [],
  at: when,
  ...more,
})
const deleted: AccountEvent = {
  type: 'AccountDeleted',
  data: {
    accountId: giulia.accountId,
    clientId: giulia.clientId,
    kind: 'client',
    cause: 'owner',
    reason: null,
    emailId: 'name-1',
    usernameId: null,
    identities: [],
    at: when,
  },
}

describe('the deletion of an account', () => {
  it('A-66: is decided once and lists every name to release', () => {
    given(clientRegistered).when(remove()).then(deleted)
    given(clientRegistered, deleted).when(remove()).thenNothing()
    const [linked] = [identityLinked()]
    const { identity } = linked.data as { identity: string }
    given(clientRegistered, linked)
      .when(remove())
      .then({ ...deleted, data: { ...deleted.data, identities: [identity] } })
  })

  it('V-81: accepts an optional reason', () =>
    given(clientRegistered)
      .when(remove({ reason: 'Non mi serve più.' }))
      .then({ ...deleted, data: { ...deleted.data, reason: 'Non mi serve più.' } }))

  it.each<DeletionObstacle>(['open-dispute', 'pending-payout', 'open-appeal', 'open-proposal', 'last-admin'])(
    'S-27, Q-92: is blocked by %s',
    (obstacle) =>
      given(businessRegistered)
        .when(remove({ obstacles: [obstacle, 'last-admin'] }))
        .thenRejected({ type: 'DeletionBlocked', obstacle }),
  )

  it('does nothing for an account that does not exist', () =>
    given().when(remove()).thenRejected({ type: 'AccountNotRegistered' }))

  it('is final: no later command has an effect', () =>
    fc.assert(
      fc.property(anyAccountCommand, (command) => {
        const state = fold(account, [clientRegistered, deleted])
        expect(state.kind).toBeNull()
        const decided = account.decide(command, state)
        expect(decided).toEqual(command.type === 'DeleteAccount' ? E.right([]) : E.left({ type: 'AccountGone' }))
      }),
    ))
})
