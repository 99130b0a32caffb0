import { describe, expect, it } from 'vitest'
import { conduct, type ConductCommand } from '../../../domain/conduct/conduct/decider.ts'
import type { ConductEvent } from '../../../domain/conduct/conduct/events.ts'
import { strikesOf } from '../../../domain/conduct/conduct/state.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import {
  appeal,
  appealed,
  approved,
  decideAppeal,
  expired,
  first,
  lift,
  lifted,
  plea,
  recorded,
  recordedByHand,
  rejected,
  suspended,
  suspendedByHand,
  takeAppeal,
  taken,
  warned,
} from '../../support/conduct.ts'
import { inShort } from '../../support/reputation.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(conduct)
const now = plusDays(first, 100)
const imposed = [recorded(1), warned(1)]

/** The appeal of sanction 1, which followed by itself from what mario decided. */
const states: Readonly<Record<string, readonly ConductEvent[]>> = {
  'never sanctioned': [],
  'not appealed': imposed,
  'not appealed, sanction expired': [...imposed, expired(1, plusDays(first, 90))],
  'not appealed, sanction replaced': [...imposed, recorded(2), suspended(2, 7, { replaces: 'sanction-1' })],
  'not appealed, sanction lifted': [...imposed, lifted(1)],
  pending: [...imposed, appealed()],
  'under review': [...imposed, appealed(), taken()],
  approved: [...imposed, appealed(), taken(), approved()],
  rejected: [...imposed, appealed(), taken(), rejected()],
  'pending, then lifted': [...imposed, appealed(), lifted(1)],
}
const moderators = { sanctioned: 'ana', 'decided the cause': 'mario', another: 'lia', 'yet another': 'ugo' } as const
const judging = {
  take: (by: string) => takeAppeal(1, by, now),
  approve: (by: string) => decideAppeal('APPROVED', { by, at: now }),
  reject: (by: string) => decideAppeal('REJECTED', { by, at: now }),
} as const

const answerTo = (command: ConductCommand, past: readonly ConductEvent[]) =>
  inShort(conduct.decide(command, fold(conduct, past)))

const taking = 'AppealTakenUnderReview'
const decided = '✗ SanctionAppealDecided'
const notAppealed = '✗ SanctionNotAppealed'
const unknown = '✗ SanctionNotFound'
/** What a moderator with no part in it gets: [take, approve, reject], by lia who has decided what is decided, and by ugo. */
const expected: Readonly<Record<string, readonly [string, string, string]>> = {
  'never sanctioned': [unknown, unknown, unknown],
  'not appealed': [notAppealed, notAppealed, notAppealed],
  'not appealed, sanction expired': [notAppealed, notAppealed, notAppealed],
  'not appealed, sanction replaced': [notAppealed, notAppealed, notAppealed],
  'not appealed, sanction lifted': [notAppealed, notAppealed, notAppealed],
  pending: [taking, `${taking} AppealApproved`, `${taking} AppealRejected`],
  'under review': ['nothing', 'AppealApproved', 'AppealRejected'],
  approved: [decided, 'nothing', decided],
  rejected: [decided, decided, 'nothing'],
  'pending, then lifted': [decided, 'nothing', decided],
}

const isOver = (state: string) => /^approved|^rejected|lifted$/.test(state)

describe('S-15, Q-55: sanction appeals by state and role', () => {
  const rows = Object.entries(states)
  it.each(rows)('S-15: %s, when decided', (name, past) => {
    const actions = Object.values(judging)
    const of = (role: keyof typeof moderators) => actions.map((act) => answerTo(act(moderators[role]), past))
    const mine = expected[name] ?? []
    const shut = (why: string) => mine.map((answer) => (answer === unknown ? unknown : why))
    expect(of('another')).toEqual(mine)
    // repeating a decision changes nothing; the same by somebody else comes too late
    expect(of('yet another')).toEqual(mine.map((answer) => (answer === 'nothing' && isOver(name) ? decided : answer)))
    expect(of('sanctioned')).toEqual(shut('✗ OwnMatter'))
    expect(of('decided the cause')).toEqual(shut('✗ SanctionedByYou'))
  })

  it.each([
    ['never sanctioned', unknown, unknown],
    ['not appealed', 'AppealSubmitted', 'AppealSubmitted'],
    ['not appealed, sanction expired', 'AppealSubmitted', 'AppealSubmitted'],
    ['not appealed, sanction replaced', 'AppealSubmitted', 'AppealSubmitted'],
    ['not appealed, sanction lifted', '✗ SanctionAlreadyLifted', '✗ SanctionAlreadyLifted'],
    ['pending', 'nothing', '✗ SanctionAlreadyAppealed'],
    ['under review', 'nothing', '✗ SanctionAlreadyAppealed'],
    ['approved', 'nothing', '✗ SanctionAlreadyAppealed'],
    ['rejected', 'nothing', '✗ SanctionAlreadyAppealed'],
    ['pending, then lifted', 'nothing', '✗ SanctionAlreadyAppealed'],
  ])('S-15, abuse 47: %s, when appealed with the same and another text', (name, same, other) => {
    const past = states[name] ?? []
    expect(answerTo(appeal(1, plea, now), past)).toBe(same)
    expect(answerTo(appeal(1, `${plea} Davvero.`, now), past)).toBe(other)
  })

  it('cover every state', () => expect(Object.keys(expected)).toEqual(Object.keys(states)))
})

describe('a sanction appeal', () => {
  it('V-59: has 10 to 1000 characters, trimmed', () => {
    const tooShort = { type: 'SanctionAppealLength', field: 'appealReason', least: 10, most: 1000 } as const
    given(...imposed)
      .when(appeal(1, '  brevissimo?  '.slice(0, 11)))
      .thenRejected(tooShort)
    given(...imposed)
      .when(appeal(1, 'x'.repeat(1001)))
      .thenRejected(tooShort)
    expect(answerTo(appeal(1, 'x'.repeat(10)), imposed)).toBe('AppealSubmitted')
    expect(answerTo(appeal(1, 'x'.repeat(1000)), imposed)).toBe('AppealSubmitted')
  })

  it('V-60: is decided in 10 to 1000 characters', () => {
    const past = [...imposed, appealed()]
    const wrong = { type: 'SanctionAppealLength', field: 'reason', least: 10, most: 1000 } as const
    given(...past)
      .when(decideAppeal('REJECTED', { reason: 'No.' }))
      .thenRejected(wrong)
    given(...past)
      .when(decideAppeal('APPROVED', { reason: 'x'.repeat(1001) }))
      .thenRejected(wrong)
  })

  it('can be lodged for 184 days, including the last', () => {
    const last = plusDays(first, 184)
    expect(answerTo(appeal(1, plea, last), imposed)).toBe('AppealSubmitted')
    given(...imposed)
      .when(appeal(1, plea, plusDays(last, 0.001)))
      .thenRejected({ type: 'SanctionAppealTooLate', until: last })
  })

  it('Q-55: deactivates the sanction and removes its strike when approved', () => {
    given(...imposed, appealed())
      .when(decideAppeal('APPROVED'))
      .then(taken(), approved())
    const after = fold(conduct, [...imposed, appealed(), taken(), approved()])
    expect(after.sanctions.map(({ status }) => status)).toEqual(['lifted'])
    expect(strikesOf(after)).toBe(0)
  })

  it('Q-55: changes neither when rejected', () => {
    given(...imposed, appealed(), taken())
      .when(decideAppeal('REJECTED'))
      .then(rejected())
    const after = fold(conduct, [...imposed, appealed(), taken(), rejected()])
    expect(after.sanctions.map(({ status }) => status)).toEqual(['active'])
    expect(strikesOf(after)).toBe(1)
  })

  it('abuse 48: against a manual sanction is not decided by the moderator who imposed it', () => {
    const past = [recordedByHand(), suspendedByHand(), appealed('m')]
    for (const act of [takeAppeal('m'), decideAppeal('APPROVED', { n: 'm' }), decideAppeal('REJECTED', { n: 'm' })])
      given(...past)
        .when(act)
        .thenRejected({ type: 'SanctionedByYou' })
    given(...past)
      .when(decideAppeal('REJECTED', { n: 'm', by: 'ugo' }))
      .then(taken('m', 'ugo'), rejected('m', 'ugo'))
  })

  it('counts as decided when the sanction is lifted', () => {
    given(...imposed, appealed())
      .when(lift(1))
      .then(lifted(1))
    expect(fold(conduct, [...imposed, appealed(), lifted(1)]).sanctions[0]?.appeal).toBe('APPROVED')
  })
})
