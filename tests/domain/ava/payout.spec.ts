import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payout, payoutIdOf, type PayoutCommand, type RecordSigned } from '../../../domain/ava/payout/decider.ts'
import type { PayoutEvent } from '../../../domain/ava/payout/events.ts'
import { liveAttempt } from '../../../domain/ava/payout/state.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { Id } from '../../../domain/kernel/primitives.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import { at } from '../../support/samples/moments.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(payout)
const batchId = '2026-03-02'
const of = { batchId, at: at('2026-03-02') }
const accountIds = ['giulia', 'rosa']
const shares = [
  { accountId: 'giulia', amount: 24 },
  { accountId: 'rosa', amount: 10 },
]

const plan = (who: readonly string[] = accountIds): PayoutCommand => ({ type: 'PlanBatch', ...of, accountIds: who })
const sign = (txHash: string, what = shares): RecordSigned => ({
  type: 'RecordSigned',
  ...of,
  shares: what,
  chainId: 31_337,
  sender: '0xus',
  nonce: 7,
  txHash,
  signed: `bytes of ${txHash}`,
})
const sent = (txHash: string): PayoutCommand => ({ type: 'RecordSent', ...of, txHash })
const failed = (txHash: string, reason: 'reverted' | 'superseded' = 'superseded'): PayoutCommand => ({
  type: 'RecordFailed',
  ...of,
  txHash,
  reason,
})
const paid = (txHash: string): PayoutCommand => ({ type: 'RecordPaid', ...of, txHash, gasUsed: 90_000 })
const empty: PayoutCommand = { type: 'CloseEmpty', ...of }

const lived = (...commands: readonly PayoutCommand[]): readonly PayoutEvent[] =>
  commands.reduce<readonly PayoutEvent[]>((events, command) => {
    const decided = payout.decide(command, fold(payout, events))
    if (E.isLeft(decided)) throw new Error(`${command.type} was refused: ${decided.left.type}`)
    return [...events, ...decided.right]
  }, [])
const signedEvent = (txHash: string): PayoutEvent => {
  const { type: _, ...data } = sign(txHash)
  return { type: 'PayoutTransactionSigned', data }
}

describe('a payout batch', () => {
  it('B-34: is planned once, for at least one account', () => {
    given()
      .when(plan())
      .then({ type: 'PayoutBatchPlanned', data: { ...of, accountIds } })
    given(...lived(plan()))
      .when(plan(['ugo']))
      .thenNothing()
    given().when(plan([])).thenRejected({ type: 'NobodyToPay' })
  })

  it('Q-71: records what was signed before sending', () => {
    given(...lived(plan()))
      .when(sign('0xa'))
      .then(signedEvent('0xa'))
    expect(liveAttempt(fold(payout, lived(plan(), sign('0xa'))))).toMatchObject({
      txHash: '0xa',
      signed: 'bytes of 0xa',
      status: 'signed',
    })
  })

  it('Q-71: never has two transactions that can both pay', () => {
    for (const past of [lived(plan(), sign('0xa')), lived(plan(), sign('0xa'), sent('0xa'))]) {
      given(...past)
        .when(sign('0xb'))
        .thenRejected({ type: 'TransactionStillLive', txHash: '0xa' })
      given(...past)
        .when(empty)
        .thenRejected({ type: 'TransactionStillLive', txHash: '0xa' })
    }
    given(...lived(plan(), sign('0xa'), failed('0xa')))
      .when(sign('0xb'))
      .then(signedEvent('0xb'))
  })

  it('Q-71: pays the same shares with its replacement transaction', () => {
    const past = lived(plan(), sign('0xa'), failed('0xa', 'reverted'))
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
    given(...lived(plan()))
      .when(sign('0xa', wrong as typeof shares))
      .thenRejected({ type: 'SharesDiffer', batchId }),
  )

  it('Q-71: is paid when the chain reports it, by either transaction and however often', () => {
    const event: PayoutEvent = { type: 'PayoutBatchPaid', data: { ...of, txHash: '0xa', accountIds, gasUsed: 90_000 } }
    given(...lived(plan(), sign('0xa'), sent('0xa')))
      .when(paid('0xa'))
      .then(event)
    // the process died between sending and writing it down
    given(...lived(plan(), sign('0xa')))
      .when(paid('0xa'))
      .then(event)
    given(...lived(plan(), sign('0xa'), paid('0xa')))
      .when(paid('0xa'))
      .thenNothing()
  })

  it('Q-71: ends when paid', () => {
    const past = lived(plan(), sign('0xa'), paid('0xa'))
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
    given(...lived(plan(), sign('0xa'), failed('0xa')))
      .when(paid('0xa'))
      .thenRejected({ type: 'TransactionFailed', txHash: '0xa' }))

  it('is closed as empty when no wallet had a balance, and stays so', () => {
    given(...lived(plan()))
      .when(empty)
      .then({ type: 'PayoutBatchEmptied', data: of })
    given(...lived(plan(), empty))
      .when(empty)
      .thenNothing()
    given(...lived(plan(), empty))
      .when(sign('0xa'))
      .thenRejected({ type: 'PayoutBatchEnded', batchId })
  })

  it('accepts only its own transactions', () => {
    given().when(sign('0xa')).thenRejected({ type: 'PayoutBatchUnknown', batchId })
    for (const command of [sent('0xz'), failed('0xz'), paid('0xz')])
      given(...lived(plan(), sign('0xa')))
        .when(command)
        .thenRejected({ type: 'TransactionUnknown', txHash: '0xz' })
  })

  it('gives each account’s share a valid id', () =>
    expect(Id.is(payoutIdOf('2026-03-02-17', '01890a5d-ac96-774b-bcce-b302099a8057'))).toBe(true))
})

const tx = fc.constantFrom('0xa', '0xb', '0xc')
const command: fc.Arbitrary<PayoutCommand> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(plan(), plan(['rosa'])) },
  { weight: 4, arbitrary: fc.tuple(tx, fc.constantFrom(shares, shares, [])).map(([hash, what]) => sign(hash, what)) },
  { weight: 2, arbitrary: tx.map(sent) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(tx, fc.constantFrom('reverted' as const, 'superseded' as const))
      .map(([hash, why]) => failed(hash, why)),
  },
  { weight: 1, arbitrary: tx.map(paid) },
  { weight: 1, arbitrary: fc.constant(empty) },
)
deciderKeepsItsPromises('a batch of payouts', payout, command)

describe('a payout batch, for every history', () => {
  it('Q-71: has at most one live transaction and at most one that paid', () =>
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30, size: 'max' }), (commands) => {
        let state = payout.initial
        for (const next of commands) {
          const decided = payout.decide(next, state)
          if (E.isRight(decided)) state = decided.right.reduce(payout.evolve, state)
          const alive = state.attempts.filter(({ status }) => status !== 'failed')
          expect(alive.length).toBeLessThanOrEqual(1)
        }
      }),
    ))
})
