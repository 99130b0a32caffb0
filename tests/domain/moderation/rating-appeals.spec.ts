import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { appeal, possibleMeasures } from '../../../domain/moderation/appeal.ts'
import { appealOutcomes } from '../../../domain/moderation/vocabulary.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  appealLodged,
  appealReasons,
  consequencesFor,
  decideAppeal,
  ratingKept,
  ratingStruck,
} from '../../support/moderation/appeal-fixtures.ts'

const { given } = spec(appeal)

describe('Q-136: an appeal about a contested rating', () => {
  const hotel = { accountId: 'hotel', side: 'venue' as const }

  it('keeps or removes the rating; there is nothing in between', () => {
    expect(appealOutcomes.map((outcome) => possibleMeasures(ratingKept, outcome))).toEqual([
      ['VISIBLE'],
      [],
      ['REMOVED'],
    ])
    expect(appealOutcomes.map((outcome) => possibleMeasures(ratingStruck, outcome))).toEqual([
      ['REMOVED'],
      [],
      ['VISIBLE'],
    ])
  })

  it('that succeeds lets the other side appeal once more', () => {
    const command = decideAppeal('OVERTURNED', { consequences: consequencesFor(hotel) })
    const decided = appeal.decide(command, fold(appeal, [appealLodged(ratingKept)]))
    expect(decided).toMatchObject({
      right: [{ data: { side: 'guest', before: 'VISIBLE', measure: 'REMOVED', others: [hotel] } }],
    })
    expect(decided).not.toMatchObject({ right: [{ data: { appealableUntil: null } }] })
  })

  it('charges the venue with no violation, because sanctions punish reviews', () => {
    const reasons = { ...appealReasons(false), violation: 'SPAM' as const }
    given(appealLodged(ratingKept))
      .when(decideAppeal('OVERTURNED', { reasons }))
      .thenRejected({ type: 'ViolationDoesNotFit' })
  })
})
