import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OpeningEvent, openings, type OpenStream, openVersion } from '../../../domain/audit/openings.ts'
import { maxPeopleOfOpening, openingReasonLengths } from '../../../domain/audit/vocabulary.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(openings)
const reason = 'Richiesta della Procura di Roma.'
const opening = { openingId: 'opening-1', stream: 'review-1', by: 'sofia', at: at('2026-03-05', '10:00') }
const until = at('2026-03-05', '11:00')

const openStream = (more: Partial<OpenStream> = {}): OpenStream => ({
  type: 'OpenStream',
  ...opening,
  reason,
  lastVersion: 4,
  people: ['giulia', 'bruno'],
  ...more,
})
const opened: OpeningEvent = { type: 'StreamOpened', data: { ...opening, until, reason, lastVersion: 4 } }
const openedDataOf = (accountId: string): OpeningEvent => ({
  type: 'PersonalDataOpened',
  data: { ...opening, until, reason, accountId },
})

describe('opening a stream', () => {
  it('D-16, D-46: lasts one hour and names everyone concerned', () => {
    given().when(openStream()).then(opened, openedDataOf('giulia'), openedDataOf('bruno'))
  })

  it('is possible for a stream that concerns nobody', () => {
    given()
      .when(openStream({ people: [] }))
      .then(opened)
  })

  it('D-46: needs a reason of 10 to 500 characters, counted without spaces around it', () => {
    const rejection = { type: 'OpeningReasonLength', ...openingReasonLengths } as const
    for (const text of ['', `${' '.repeat(20)}Procura`, 'P'.repeat(9), 'P'.repeat(501)])
      given()
        .when(openStream({ reason: text }))
        .thenRejected(rejection)
    given()
      .when(openStream({ reason: `  ${reason}\n`, people: [] }))
      .then(opened)
  })

  it('D-46: is rejected if it concerns more people than can be informed', () => {
    const people = Array.from({ length: maxPeopleOfOpening + 1 }, (_, n) => `account-${n}`)
    given().when(openStream({ people })).thenRejected({ type: 'TooManyPeopleConcerned', max: maxPeopleOfOpening })
  })

  it('changes nothing when it is repeated', () => {
    given(opened).when(openStream()).thenNothing()
  })
})

describe('an opening', () => {
  const openAt = (time: string, stream = 'review-1', ...history: readonly OpeningEvent[]) =>
    openVersion(fold(openings, [opened, ...history]), stream, at('2026-03-05', time))

  it('D-46: covers the events recorded so far, for one hour, of that stream', () => {
    expect(openAt('10:00')).toBe(4)
    expect(openAt('10:59')).toBe(4)
    expect(openAt('11:00')).toBe(0)
    expect(openAt('10:30', 'review-2')).toBe(0)
  })

  it('D-46: is replaced by a later one, which covers what was recorded since', () => {
    const later = { ...opened.data, openingId: 'opening-2', lastVersion: 6, until: at('2026-03-05', '11:30') }
    expect(openAt('11:15', 'review-1', { type: 'StreamOpened', data: later })).toBe(6)
  })
})

testDeciderProperties(
  'openings',
  openings,
  fc.record({
    type: fc.constant('OpenStream' as const),
    openingId: fc.constantFrom('one', 'two', 'three'),
    stream: fc.constantFrom('review-1', 'account-giulia'),
    by: fc.constant('sofia'),
    reason: fc.constantFrom('short', reason),
    lastVersion: fc.nat({ max: 9 }),
    people: fc.subarray(['giulia', 'bruno']),
    at: fc.constantFrom(at('2026-03-01'), at('2026-03-02')),
  }),
)
