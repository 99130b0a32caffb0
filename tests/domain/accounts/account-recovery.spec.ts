import { describe, it } from 'vitest'
import { accountRecovery, type AccountRecoveryEvent } from '../../../domain/accounts/account-recovery.ts'
import { anyRecoveryCommand } from '../../support/accounts/account-fixtures.ts'
import { accountSamples } from '../../support/accounts/event-samples.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(accountRecovery)
const recoveryRequest = accountSamples.RecoveryRequested
const requested: AccountRecoveryEvent = { type: 'RecoveryRequested', data: recoveryRequest }
const request = (data: Partial<typeof recoveryRequest> = {}) =>
  ({ type: 'RequestRecovery', ...recoveryRequest, ...data }) as const

describe('a credential recovery', () => {
  it('Q-05: is recorded', () => given().when(request()).then(requested))

  it('is recorded once when its job runs again', () =>
    given(requested)
      .when(request({ at: at('2026-03-02') }))
      .thenNothing())

  it('belongs to one account and one method', () => {
    given(requested)
      .when(request({ accountId: 'account-aurora' }))
      .thenRejected({ type: 'RecoveryOfAnother' })
    given(requested)
      .when(request({ means: 'temporary-password' }))
      .thenRejected({ type: 'RecoveryOfAnother' })
  })
})

testDeciderProperties('a recovery', accountRecovery, anyRecoveryCommand)
