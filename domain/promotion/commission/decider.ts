import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { CommissionEvents, type CommissionEvent } from './events.ts'

export type CommissionCommand =
  | {
      readonly type: 'RecordCommission'
      readonly bookingId: string
      readonly code: string
      readonly accountId: string
      readonly rateHundredths: number
      /** What the booking costs. */
      readonly totalCents: number
      readonly at: Instant
    }
  | { readonly type: 'EarnCommission' | 'VoidCommission'; readonly bookingId: string; readonly at: Instant }

export type CommissionState = 'none' | 'pending' | 'earned' | 'voided'

/** Half a cent is rounded up. */
export const commissionOf = (totalCents: number, rateHundredths: number): number =>
  Math.round((totalCents * rateHundredths) / 10_000)

const becomes = {
  CommissionRecorded: 'pending',
  CommissionEarned: 'earned',
  CommissionVoided: 'voided',
} as const satisfies Readonly<Record<CommissionEvent['type'], CommissionState>>

const decide = (command: CommissionCommand, state: CommissionState): E.Either<never, readonly CommissionEvent[]> => {
  if (command.type === 'RecordCommission') {
    const { type: _, totalCents, ...data } = command
    const amountCents = commissionOf(totalCents, data.rateHundredths)
    const isNew = state === 'none' && amountCents > 0
    return E.right(isNew ? [{ type: 'CommissionRecorded', data: { ...data, amountCents } }] : [])
  }
  if (state !== 'pending') return E.right([])
  const { bookingId, at } = command
  const type = command.type === 'EarnCommission' ? 'CommissionEarned' : 'CommissionVoided'
  return E.right([{ type, data: { bookingId, at } }])
}

/** What somebody earns by one booking of somebody they brought; its stream goes by the booking. */
export const commission: Aggregate<CommissionCommand, CommissionEvent, CommissionState, never> = {
  category: 'commission',
  events: CommissionEvents,
  initial: 'none',
  evolve: (_, { type }) => becomes[type],
  decide,
}
