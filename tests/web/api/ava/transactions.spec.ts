import { describe, expect, it } from 'vitest'
import { calculateStayEarnings } from '../../../../domain/ava/stay-ava.ts'
import { transactionsResponse } from '../../../../web/api/ava/responses.ts'
import { secondRuleSet, stay } from '../../../support/ava/wallet-fixtures.ts'
import { at } from '../../../support/sample-values.ts'

type Row = Parameters<typeof transactionsResponse>[0][number]

const row = (n: number, what: Row['what'], amount: number, createdAt: string): Row => ({
  id: `transaction-${n}`,
  type: what === 'RATING_REMOVED' ? 'spent' : 'earned',
  what,
  amount,
  causeId: `cause-${n}`,
  maturing: false,
  txHash: null,
  createdAt,
})
const responseOf = (rows: readonly Row[]) =>
  transactionsResponse(rows).map(({ description, amount, createdAt }) => [description, amount, createdAt])

describe('AVA transactions as their owner sees them', () => {
  it('Q-46: show stay earnings as a daily sum without the time', () =>
    expect(
      responseOf([
        row(4, 'BOOKING', 3, '2026-05-02T10:30:00.000Z'),
        row(3, 'FIRST_STAY', 5, '2026-05-02T08:15:00.000Z'),
        row(2, 'FIRST_STAY', 5, '2026-05-02T08:14:00.000Z'),
        row(1, 'FIRST_STAY', 5, '2026-05-01T19:01:00.000Z'),
      ]),
    ).toEqual([
      ['Prenotazione di viaggio', 3, '2026-05-02T10:30:00.000Z'],
      ['Primo soggiorno in una struttura nuova', 10, '2026-05-02T00:00:00.000Z'],
      ['Primo soggiorno in una struttura nuova', 5, '2026-05-01T00:00:00.000Z'],
    ]))

  it('Q-46: hide the time of a withdrawn rating', () =>
    expect(responseOf([row(1, 'RATING_REMOVED', 5, '2026-05-02T08:15:00.000Z')])).toEqual([
      ['Valutazione rimossa', -5, '2026-05-02T00:00:00.000Z'],
    ]))

  it('Q-46: are the same regardless of which venue of a batch gave which rating', () => {
    const knownStay = stay('r0', 'nota', 3, at('2026-03-01'))
    const when = at('2026-05-02')
    const transactionsOf = (stars: readonly number[]) => {
      const stays = stars.map((overall, n) => stay(`r${n + 1}`, n === 0 ? 'nota' : `nuova-${n}`, overall, when))
      const before = calculateStayEarnings([knownStay], secondRuleSet)
      const earned = calculateStayEarnings([knownStay, ...stays], secondRuleSet).slice(before.length)
      return transactionsResponse(earned.map(({ reason, amount }, n) => row(n, reason, amount, when)).toReversed())
    }
    expect(transactionsOf([2, 5, 5])).toEqual(transactionsOf([5, 2, 5]))
    expect(transactionsOf([2, 5, 5])).toHaveLength(3)
  })

  it('have separate ids', () => {
    const ids = transactionsResponse([
      row(3, 'FIVE_STARS', 1, '2026-05-02T08:15:00.000Z'),
      row(2, 'LOYALTY', 10, '2026-05-02T08:15:00.000Z'),
      row(1, 'FIVE_STARS', 1, '2026-05-01T08:15:00.000Z'),
    ]).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })
})
