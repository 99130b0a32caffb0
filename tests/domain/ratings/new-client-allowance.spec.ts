import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dailyId } from '../../../domain/kernel/daily-allowance.ts'
import {
  newClientAllowance,
  type NewClientAllowanceEvent,
  type UseNewClientAllowance,
} from '../../../domain/ratings/new-client-allowance.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at, day } from '../../support/sample-values.ts'

const { given } = spec(newClientAllowance)
const allowanceOf = (clientId: string) => ({
  businessId: 'account-aurora',
  day: day('2026-03-01'),
  clientId,
  at: at('2026-03-01'),
})
const use = (clientId: string, dailyLimit = 2): UseNewClientAllowance => ({
  type: 'UseNewClientAllowance',
  ...allowanceOf(clientId),
  dailyLimit,
})
const used = (clientId: string): NewClientAllowanceEvent => ({
  type: 'NewClientAllowanceUsed',
  data: allowanceOf(clientId),
})

describe('the guests a venue may add on one day', () => {
  it('Q-122: are limited', () => {
    given().when(use('ana')).then(used('ana'))
    given(used('ana'), used('lia')).when(use('eva')).thenRejected({ type: 'TooManyNewClients', dailyLimit: 2 })
  })

  it('Q-122: count a guest once', () => given(used('ana'), used('lia')).when(use('lia')).thenNothing())

  it('Q-122: are counted per venue and day', () =>
    expect(dailyId('account-aurora', day('2026-03-01'))).toBe('account-aurora_2026-03-01'))
})

testDeciderProperties(
  'the new clients of a day',
  newClientAllowance,
  fc.tuple(fc.constantFrom('ana', 'lia', 'eva'), fc.integer({ min: 1, max: 3 })).map(([id, limit]) => use(id, limit)),
)
