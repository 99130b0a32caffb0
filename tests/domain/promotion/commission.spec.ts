import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commission, type CommissionCommand, type CommissionEvent } from '../../../domain/promotion/commission.ts'
import { commissionAmount } from '../../../domain/promotion/rules.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(commission)
const commissionIds = { bookingId: 'booking', code: 'PRIMAVERA7', accountId: 'aurora', at: at('2026-04-02') }
const record = (totalCents: number, rateHundredths = 550): CommissionCommand => ({
  type: 'RecordCommission',
  ...commissionIds,
  totalCents,
  rateHundredths,
})
const settle = (type: 'EarnCommission' | 'VoidCommission'): CommissionCommand => ({
  type,
  bookingId: 'booking',
  at: at('2026-05-02'),
})
const recorded: CommissionEvent = {
  type: 'CommissionRecorded',
  data: { ...commissionIds, rateHundredths: 550, amountCents: 1_980 },
}
const earned: CommissionEvent = {
  type: 'CommissionEarned',
  data: { bookingId: 'booking', at: at('2026-05-02') },
}
const voided: CommissionEvent = { ...earned, type: 'CommissionVoided' }

describe('a commission', () => {
  it('Q-81: is the programme’s share of the booking price, recorded once', () => {
    given().when(record(36_000)).then(recorded)
    given(recorded).when(record(99_000)).thenNothing()
  })

  it('of zero is not recorded', () => {
    given().when(record(36_000, 0)).thenNothing()
    given().when(record(0)).thenNothing()
  })

  it('is earned after the stay or void after cancellation, and then final', () => {
    given(recorded).when(settle('EarnCommission')).then(earned)
    given(recorded).when(settle('VoidCommission')).then(voided)
    given(recorded, earned).when(settle('VoidCommission')).thenNothing()
    given(recorded, voided).when(settle('EarnCommission')).thenNothing()
    given(recorded, voided).when(record(36_000)).thenNothing()
  })

  it('is not recorded for a booking without a referral', () => given().when(settle('EarnCommission')).thenNothing())

  it('C-31: is in whole cents, between zero and the booking price', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(10_000), (total, rate) => {
        const amount = commissionAmount(total, rate)
        expect(Number.isSafeInteger(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(total)
        expect(Math.abs(amount - (total * rate) / 10_000)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})

const command: fc.Arbitrary<CommissionCommand> = fc.oneof(
  fc.constantFrom(0, 1, 36_000).map((total) => record(total)),
  fc.constantFrom('EarnCommission' as const, 'VoidCommission' as const).map(settle),
)
testDeciderProperties('commission', commission, command)
