import { accept, type Aggregate, type DecisionOf, nothing } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Cents, Id, Instant, Whole } from '../kernel/primitives.ts'
import { commissionAmount } from './rules.ts'
import type { CommissionStatus } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** @rule Q-81 commission on a booking by a referred person; recorded, not paid */
const CommissionRecorded = event('CommissionRecorded', {
  bookingId: clear(Id),
  code: clear(Id),
  /** Account that earns the commission. */
  accountId: clear(Id),
  rateHundredths: clear(Whole),
  amountCents: clear(Cents),
  at: clear(Instant),
})
/** The stay is over. */
const CommissionEarned = event('CommissionEarned', { bookingId: clear(Id), at: clear(Instant) })
/** The booking was cancelled. */
const CommissionVoided = event('CommissionVoided', { bookingId: clear(Id), at: clear(Instant) })

export const CommissionEvents = family(CommissionRecorded, CommissionEarned, CommissionVoided)
export type CommissionEvent = EventIn<typeof CommissionEvents>

// --- State ------------------------------------------------------------------------------------------

export type CommissionState = 'none' | CommissionStatus

const statusAfter = {
  CommissionRecorded: 'pending',
  CommissionEarned: 'earned',
  CommissionVoided: 'voided',
} as const satisfies Readonly<Record<CommissionEvent['type'], CommissionState>>

// --- Decisions --------------------------------------------------------------------------------------

export type CommissionCommand =
  | {
      readonly type: 'RecordCommission'
      readonly bookingId: string
      readonly code: string
      readonly accountId: string
      readonly rateHundredths: number
      /** Price of the booking. */
      readonly totalCents: number
      readonly at: Instant
    }
  | { readonly type: 'EarnCommission' | 'VoidCommission'; readonly bookingId: string; readonly at: Instant }

const decide = (command: CommissionCommand, state: CommissionState): DecisionOf<CommissionEvent> => {
  if (command.type === 'RecordCommission') {
    const { type: _, totalCents, ...data } = command
    const amountCents = commissionAmount(totalCents, data.rateHundredths)
    const isNew = state === 'none' && amountCents > 0
    return isNew ? accept({ type: 'CommissionRecorded', data: { ...data, amountCents } }) : nothing
  }
  if (state !== 'pending') return nothing
  const { bookingId, at } = command
  const type = command.type === 'EarnCommission' ? 'CommissionEarned' : 'CommissionVoided'
  return accept({ type, data: { bookingId, at } })
}

/** Commission on one booking; stream id is the booking id. */
export const commission: Aggregate<CommissionCommand, CommissionEvent, CommissionState, never> = {
  category: 'commission',
  events: CommissionEvents,
  initial: 'none',
  evolve: (_, { type }) => statusAfter[type],
  decide,
}
