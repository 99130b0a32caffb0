import { describe, expect, it } from 'vitest'
import {
  communityRule,
  composeFacts,
  composeReasons,
  groundFor,
  holdFacts,
  type ReviewFacts,
} from '../../../application/moderation/reasons.it.ts'
import { communityRulesVersion } from '../../../domain/kernel/statement-of-reasons.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'

const at = (day: string) => `${day}T23:30:00.000Z` as Instant
const reviewFacts: ReviewFacts = { stars: 2, writtenAt: at('2026-03-01'), flags: [], dispute: null }
const spam = { reason: 'SPAM' as const }
const fake = { reason: 'FAKE' as const }
const dispute = { reason: 'INCORRECT_INFO' as const, openedAt: at('2026-08-09') }

describe('generated facts of a decision', () => {
  it('state the stars and the Italian date of the review', () => {
    expect(composeFacts('HIDDEN', reviewFacts)).toBe(
      'La recensione di 2 stelle pubblicata il 2 marzo 2026 è stata esaminata da un moderatore, che l’ha nascosta.',
    )
    expect(composeFacts('REMOVED', { ...reviewFacts, stars: 1 })).toContain('La recensione di 1 stella pubblicata')
  })

  it('state how often it was flagged and for which reasons', () => {
    expect(composeFacts('FLAG_UPHELD', { ...reviewFacts, flags: [fake] })).toBe(
      'La recensione di 2 stelle pubblicata il 2 marzo 2026 è stata segnalata per contenuto falso. ' +
        'Un moderatore l’ha esaminata e ha accolto la segnalazione.',
    )
    expect(composeFacts('HIDDEN', { ...reviewFacts, flags: [fake, fake] })).toContain(
      'è stata segnalata 2 volte per contenuto falso.',
    )
    expect(composeFacts('FLAG_DISMISSED', { ...reviewFacts, flags: [fake, spam, fake] })).toContain(
      'è stata segnalata 3 volte (2 per contenuto falso, 1 per spam). Un moderatore l’ha esaminata e non ha trovato violazioni.',
    )
  })

  it('state when and for which reason the business disputed it', () => {
    expect(composeFacts('DISPUTE_UPHELD', { ...reviewFacts, dispute })).toBe(
      'La recensione di 2 stelle pubblicata il 2 marzo 2026 è stata contestata dall’attività recensita il 10 agosto 2026 ' +
        'per informazioni errate. Un moderatore l’ha esaminata e ha accolto la contestazione.',
    )
    expect(composeFacts('REMOVED', { ...reviewFacts, flags: [spam], dispute })).toContain(
      'è stata segnalata per spam e contestata dall’attività recensita',
    )
    expect(
      composeFacts('DISPUTE_REJECTED', { ...reviewFacts, dispute: { ...dispute, reason: 'UNFAIR_RATING' } }),
    ).toContain('il 10 agosto 2026 per punteggio ingiusto.')
  })

  it('Q-54: state that a review was held automatically', () =>
    expect(holdFacts(at('2026-03-01'))).toBe(
      'La recensione pubblicata il 2 marzo 2026 ha ricevuto abbastanza segnalazioni da essere messa ' +
        'in revisione in automatico, in attesa che un moderatore la esamini.',
    ))
})

describe('the default ground of a decision', () => {
  it.each([
    ['the reason most reporters give', 'HIDDEN', { ...reviewFacts, flags: [spam, fake, fake] }, 'FAKE'],
    ['the earliest of equally frequent reasons', 'FLAG_UPHELD', { ...reviewFacts, flags: [spam, fake] }, 'SPAM'],
    ['the reason of the dispute', 'DISPUTE_UPHELD', { ...reviewFacts, flags: [spam], dispute }, 'INCORRECT_INFO'],
    [
      'the reason of the dispute, if nobody flagged the review',
      'REMOVED',
      { ...reviewFacts, dispute },
      'INCORRECT_INFO',
    ],
    [
      'the reason of the flags, if the review was flagged and disputed',
      'REMOVED',
      { ...reviewFacts, flags: [spam], dispute },
      'SPAM',
    ],
    ['OTHER, if the review was neither flagged nor disputed', 'REMOVED', reviewFacts, 'OTHER'],
    [
      'NO_VIOLATION, when the review is restored',
      'RESTORED',
      { ...reviewFacts, flags: [spam], dispute },
      'NO_VIOLATION',
    ],
    ['NO_VIOLATION, when a flag is dismissed', 'FLAG_DISMISSED', { ...reviewFacts, flags: [spam] }, 'NO_VIOLATION'],
    [
      'NO_VIOLATION, when a flag is closed without a verdict',
      'FLAG_REVIEWED',
      { ...reviewFacts, flags: [spam] },
      'NO_VIOLATION',
    ],
    ['NO_VIOLATION, when a dispute is rejected', 'DISPUTE_REJECTED', { ...reviewFacts, dispute }, 'NO_VIOLATION'],
  ] as const)('is %s', (_, decision, about, ground) => expect(groundFor(decision, about)).toBe(ground))
})

it('A-44: the moderator’s own text takes precedence, and blank text counts as missing', () => {
  const given = { ground: 'HARASSMENT', facts: ' Minaccia il personale. ', violation: 'HARASSMENT' } as const
  expect(composeReasons('REMOVED', reviewFacts, given)).toEqual({ ...given, facts: 'Minaccia il personale.' })
  expect(composeReasons('REMOVED', reviewFacts, { facts: '  ' })).toEqual({
    facts: composeFacts('REMOVED', reviewFacts),
    ground: 'OTHER',
    violation: null,
  })
})

describe('the community rules', () => {
  it('keep their text in earlier versions, since decisions cite it', () => {
    expect(communityRule('SPAM', 1).text).toBe(
      'Non sono ammessi messaggi pubblicitari, ripetuti o estranei a una visita.',
    )
    expect(communityRule('MULTIPLE_DISPUTES_LOST', 1).text).toBe(
      'Chi pubblica più recensioni giudicate contrarie alle regole ne risponde.',
    )
  })

  it('speak of those who dispute reviews, where too many of their disputes were rejected', () =>
    expect(communityRule('MULTIPLE_DISPUTES_LOST', communityRulesVersion).text).toBe(
      'Chi contesta più volte una recensione senza fondamento ne risponde.',
    ))
})
