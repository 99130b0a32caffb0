import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { type CaseCommand, type CaseEvent, moderationCase } from '../../../domain/moderation/case.ts'
import {
  caseClaimed,
  caseClosed,
  caseEscalated,
  caseOpened,
  claimCase,
  closeCase,
  deadlineApproached,
  escalateCase,
  evidenceOf,
  openCase,
  releaseCase,
  updateUrgency,
  reprioritiseCase,
} from '../../support/moderation/case-fixtures.ts'
import { instantOn } from '../../support/reviews/review-fixtures.ts'

const now = instantOn('2026-03-04')
const until = instantOn('2026-03-04', '10:05:00.000')
const lapsedUntil = instantOn('2026-03-04', '09:55:00.000')
const opened = caseOpened()

/** Past events by state; `me` is the moderator who acts, `lia` another one. */
const states: Readonly<Record<string, (me: string) => readonly CaseEvent[]>> = {
  'no case': () => [],
  open: () => [opened],
  held: () => [opened, caseEscalated],
  overdue: () => [opened, deadlineApproached('overdue', now)],
  'a dispute': () => [caseOpened('DISPUTE')],
  'an appeal': () => [caseOpened('APPEAL')],
  mine: (me) => [opened, caseClaimed(me, lapsedUntil, until)],
  'another’s': () => [opened, caseClaimed('lia', lapsedUntil, until)],
  lapsed: () => [opened, caseClaimed('lia', lapsedUntil, lapsedUntil)],
  closed: () => [opened, caseClosed()],
}

const actions: Readonly<Record<string, (me: string) => CaseCommand>> = {
  claim: (me) => claimCase(me, now),
  release: (me) => releaseCase(me, now),
  reprioritise: () => reprioritiseCase(evidenceOf(2)),
  escalate: () => escalateCase,
  time: () => updateUrgency(now, now),
  close: () => closeCase(),
  'close otherwise': () => closeCase('dismissed'),
  open: () => openCase,
}

/** Types of the recorded events, or of the rejection; `-` for no events. */
const outcome = (state: string, action: string, me: string): string => {
  const command = actions[action]?.(me)
  const past = states[state]?.(me)
  if (command === undefined || past === undefined) throw new Error(`${state} ${action}`)
  const decided = moderationCase.decide(command, fold(moderationCase, past))
  if (E.isLeft(decided)) return `no: ${decided.left.type}`
  return decided.right.map(({ type }) => type).join(', ') || '-'
}

const alreadyClosed = 'no: CaseAlreadyClosed'
const none = 'no: CaseNotFound'
const claimedByAnother = 'no: ClaimedByAnother'
/** Expected outcomes for a moderator who is not a party: one row per state, one column per action. */
const moderator: Readonly<Record<string, readonly string[]>> = {
  'no case': [none, none, none, none, none, none, none, 'CaseOpened'],
  open: ['CaseClaimed', '-', 'CaseReprioritised', 'CaseEscalated', '-', 'CaseClosed', 'CaseClosed', '-'],
  held: ['CaseClaimed', '-', 'CaseReprioritised', '-', '-', 'CaseClosed', 'CaseClosed', '-'],
  overdue: ['CaseClaimed', '-', 'CaseReprioritised', 'CaseEscalated', '-', 'CaseClosed', 'CaseClosed', '-'],
  'a dispute': [
    'CaseClaimed',
    '-',
    'CaseReprioritised',
    'no: CaseNotEscalatable',
    '-',
    'CaseClosed',
    'CaseClosed',
    '-',
  ],
  'an appeal': [
    'CaseClaimed',
    '-',
    'CaseReprioritised',
    'no: CaseNotEscalatable',
    '-',
    'CaseClosed',
    'CaseClosed',
    '-',
  ],
  mine: ['CaseClaimed', 'ClaimReleased', 'CaseReprioritised', 'CaseEscalated', '-', 'CaseClosed', 'CaseClosed', '-'],
  'another’s': [
    claimedByAnother,
    claimedByAnother,
    'CaseReprioritised',
    'CaseEscalated',
    '-',
    'CaseClosed',
    'CaseClosed',
    '-',
  ],
  lapsed: [
    'ClaimExpired, CaseClaimed',
    '-',
    'CaseReprioritised',
    'CaseEscalated',
    'ClaimExpired',
    'CaseClosed',
    'CaseClosed',
    '-',
  ],
  closed: [alreadyClosed, '-', alreadyClosed, alreadyClosed, '-', '-', alreadyClosed, '-'],
}

describe('a moderation case', () => {
  it.each(Object.entries(moderator))(
    'lets a moderator who is not a party act on it when it is “%s”',
    (state, expected) => expect(Object.keys(actions).map((ask) => outcome(state, ask, 'ugo'))).toEqual(expected),
  )

  it.each(['ana', 'rosa'])('P-16, D-02: is never claimed by %s, a moderator who is a party', (party) => {
    const open = Object.keys(states).filter((state) => !['no case', 'closed', 'mine'].includes(state))
    expect(open.map((state) => outcome(state, 'claim', party))).toEqual(open.map(() => 'no: OwnMatter'))
  })

  it('P-16: can be released but not claimed again by a claimant found to be a party', () => {
    expect(outcome('mine', 'claim', 'ana')).toBe('no: OwnMatter')
    expect(outcome('mine', 'release', 'ana')).toBe('ClaimReleased')
  })
})
