import { describe, it } from 'vitest'
import { recovery } from '../../../domain/access/recovery/decider.ts'
import type { RecoveryEvent } from '../../../domain/access/recovery/events.ts'
import { recoveryCommand } from '../../support/access.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import { accessSamples } from '../../support/samples/access.ts'
import { at } from '../../support/samples/moments.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(recovery)
const asked = accessSamples.RecoveryRequested
const requested: RecoveryEvent = { type: 'RecoveryRequested', data: asked }
const request = (data: Partial<typeof asked> = {}) => ({ type: 'RequestRecovery', ...asked, ...data }) as const

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

deciderKeepsItsPromises('a recovery', recovery, recoveryCommand)
