import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  currentAttempt,
  payoutBatch,
  PayoutBatchClosedEmpty,
  type PayoutBatchCommand,
  type PayoutBatchEvent,
  payoutIdOf,
  type RecordSigned,
} from '../../../domain/ava/payout-batch.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { Id } from '../../../domain/kernel/primitives.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(payoutBatch)
const batchId = '2026-03-02'
const batchFields = { batchId, at: at('2026-03-02') }
const accountIds = ['giulia', 'rosa']
const shares = [
  { accountId: 'giulia', amount: 24 },
  { accountId: 'rosa', amount: 10 },
]

const plan = (payees: readonly string[] = accountIds): PayoutBatchCommand => ({
  type: 'PlanBatch',
  ...batchFields,
  accountIds: payees,
})
const sign = (txHash: string, paidShares = shares): RecordSigned => ({
  type: 'RecordSigned',
  ...batchFields,
  shares: paidShares,
  chainId: 31_337,
  sender: '0xus',
  nonce: 7,
  txHash,
  signed: `bytes of ${txHash}`,
})
const sent = (txHash: string): PayoutBatchCommand => ({ type: 'RecordSent', ...batchFields, txHash })
const failed = (txHash: string, reason: 'reverted' | 'superseded' = 'superseded'): PayoutBatchCommand => ({
  type: 'RecordFailed',
  ...batchFields,
  txHash,
  reason,
})
const paid = (txHash: string): PayoutBatchCommand => ({ type: 'RecordPaid', ...batchFields, txHash, gasUsed: 90_000 })
const empty: PayoutBatchCommand = { type: 'CloseEmpty', ...batchFields }

const eventsAfter = (...commands: readonly PayoutBatchCommand[]): readonly PayoutBatchEvent[] =>
  commands.reduce<readonly PayoutBatchEvent[]>((events, command) => {
    const decided = payoutBatch.decide(command, fold(payoutBatch, events))
    if (E.isLeft(decided)) throw new Error(`${command.type} was rejected: ${decided.left.type}`)
    return [...events, ...decided.right]
  }, [])
const signedEvent = (txHash: string): PayoutBatchEvent => {
  const { type: _, ...data } = sign(txHash)
  return { type: 'PayoutTransactionSigned', data }
}

describe('a payout batch', () => {
  it('B-34: is planned once, for at least one account', () => {
    given()
      .when(plan())
      .then({ type: 'PayoutBatchPlanned', data: { ...batchFields, accountIds } })
    given(...eventsAfter(plan()))
      .when(plan(['ugo']))
      .thenNothing()
    given().when(plan([])).thenRejected({ type: 'NobodyToPay' })
  })

  it('Q-71: records what was signed before sending', () => {
    given(...eventsAfter(plan()))
      .when(sign('0xa'))
      .then(signedEvent('0xa'))
    expect(currentAttempt(fold(payoutBatch, eventsAfter(plan(), sign('0xa'))))).toMatchObject({
      txHash: '0xa',
      signed: 'bytes of 0xa',
      status: 'signed',
    })
  })

  it('Q-71: never has two transactions that can both pay', () => {
    for (const past of [eventsAfter(plan(), sign('0xa')), eventsAfter(plan(), sign('0xa'), sent('0xa'))]) {
      given(...past)
        .when(sign('0xb'))
        .thenRejected({ type: 'TransactionStillLive', txHash: '0xa' })
      given(...past)
        .when(empty)
        .thenRejected({ type: 'TransactionStillLive', txHash: '0xa' })
    }
    given(...eventsAfter(plan(), sign('0xa'), failed('0xa')))
      .when(sign('0xb'))
      .then(signedEvent('0xb'))
  })

  it('Q-71: pays the same shares with its replacement transaction', () => {
    const past = eventsAfter(plan(), sign('0xa'), failed('0xa', 'reverted'))
    given(...past)
      .when(sign('0xb', shares.slice(0, 1)))
      .thenRejected({ type: 'SharesDiffer', batchId })
    given(...past)
      .when(sign('0xb', shares.toReversed()))
      .thenRejected({ type: 'SharesDiffer', batchId })
  })

  it.each([
    ['nobody', []],
    ['nothing', [{ accountId: 'rosa', amount: 0 }]],
    ['a stranger', [{ accountId: 'ugo', amount: 5 }]],
    ['somebody twice', [shares[0], shares[0]]],
  ])('B-34: does not pay %s', (_, wrong) =>
    given(...eventsAfter(plan()))
      .when(sign('0xa', wrong as typeof shares))
      .thenRejected({ type: 'SharesDiffer', batchId }),
  )

  it('Q-71: is paid when the chain reports it, by either transaction and however often', () => {
    const event: PayoutBatchEvent = {
      type: 'PayoutBatchPaid',
      data: { ...batchFields, txHash: '0xa', accountIds, gasUsed: 90_000 },
    }
    given(...eventsAfter(plan(), sign('0xa'), sent('0xa')))
      .when(paid('0xa'))
      .then(event)
    // the process stopped after sending and before recording it
    given(...eventsAfter(plan(), sign('0xa')))
      .when(paid('0xa'))
      .then(event)
    given(...eventsAfter(plan(), sign('0xa'), paid('0xa')))
      .when(paid('0xa'))
      .thenNothing()
  })

  it('Q-71: ends when paid', () => {
    const past = eventsAfter(plan(), sign('0xa'), paid('0xa'))
    given(...past)
      .when(sign('0xb'))
      .thenRejected({ type: 'PayoutBatchEnded', batchId })
    given(...past)
      .when(failed('0xa'))
      .thenRejected({ type: 'PayoutBatchEnded', batchId })
    given(...past)
      .when(sent('0xa'))
      .thenNothing()
  })

  it('is not paid by an abandoned transaction', () =>
    given(...eventsAfter(plan(), sign('0xa'), failed('0xa')))
      .when(paid('0xa'))
      .thenRejected({ type: 'TransactionFailed', txHash: '0xa' }))

  it('is closed as empty when no wallet had a balance, and stays so', () => {
    given(...eventsAfter(plan()))
      .when(empty)
      .then({ type: PayoutBatchClosedEmpty.type, data: batchFields })
    given(...eventsAfter(plan(), empty))
      .when(empty)
      .thenNothing()
    given(...eventsAfter(plan(), empty))
      .when(sign('0xa'))
      .thenRejected({ type: 'PayoutBatchEnded', batchId })
  })

  it('accepts only its own transactions', () => {
    given().when(sign('0xa')).thenRejected({ type: 'PayoutBatchUnknown', batchId })
    for (const command of [sent('0xz'), failed('0xz'), paid('0xz')])
      given(...eventsAfter(plan(), sign('0xa')))
        .when(command)
        .thenRejected({ type: 'TransactionUnknown', txHash: '0xz' })
  })

  it('gives each account’s share a valid id', () =>
    expect(Id.is(payoutIdOf('2026-03-02-17', '01890a5d-ac96-774b-bcce-b302099a8057'))).toBe(true))
})

const anyTransactionHash = fc.constantFrom('0xa', '0xb', '0xc')
const command: fc.Arbitrary<PayoutBatchCommand> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(plan(), plan(['rosa'])) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(anyTransactionHash, fc.constantFrom(shares, shares, []))
      .map(([hash, what]) => sign(hash, what)),
  },
  { weight: 2, arbitrary: anyTransactionHash.map(sent) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyTransactionHash, fc.constantFrom('reverted' as const, 'superseded' as const))
      .map(([hash, why]) => failed(hash, why)),
  },
  { weight: 1, arbitrary: anyTransactionHash.map(paid) },
  { weight: 1, arbitrary: fc.constant(empty) },
)
testDeciderProperties('a batch of payouts', payoutBatch, command)

describe('a payout batch, for every history', () => {
  it('Q-71: has at most one live transaction and at most one that paid', () =>
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30, size: 'max' }), (commands) => {
        let state = payoutBatch.initial
        for (const next of commands) {
          const decided = payoutBatch.decide(next, state)
          if (E.isRight(decided)) state = decided.right.reduce(payoutBatch.evolve, state)
          const alive = state.attempts.filter(({ status }) => status !== 'failed')
          expect(alive.length).toBeLessThanOrEqual(1)
        }
      }),
    ))
})
