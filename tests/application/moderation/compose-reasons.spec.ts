import { describe, expect, it } from 'vitest'
import {
  composedGround,
  factsOf,
  factsOfHold,
  reasonsFor,
  type Known,
} from '../../../application/moderation/compose-reasons.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'

const at = (day: string) => `${day}T23:30:00.000Z` as Instant
const known: Known = { stars: 2, writtenAt: at('2026-03-01'), flags: [], dispute: null }
const spam = { reason: 'SPAM' as const }
const fake = { reason: 'FAKE' as const }
const dispute = { reason: 'INCORRECT_INFO' as const, openedAt: at('2026-08-09') }

describe('generated facts of a decision', () => {
  it('state the stars and the Italian date of the review', () => {
    expect(factsOf('HIDDEN', known)).toBe(
      'La recensione di 2 stelle pubblicata il 2 marzo 2026 è stata esaminata da un moderatore, che l’ha nascosta.',
    )
    expect(factsOf('REMOVED', { ...known, stars: 1 })).toContain('La recensione di 1 stella pubblicata')
  })

  it('state how often it was reported and for which reasons', () => {
    expect(factsOf('FLAG_UPHELD', { ...known, flags: [fake] })).toBe(
      'La recensione di 2 stelle pubblicata il 2 marzo 2026 è stata segnalata per contenuto falso. ' +
        'Un moderatore l’ha esaminata e ha accolto la segnalazione.',
    )
    expect(factsOf('HIDDEN', { ...known, flags: [fake, fake] })).toContain(
      'è stata segnalata 2 volte per contenuto falso.',
    )
    expect(factsOf('FLAG_DISMISSED', { ...known, flags: [fake, spam, fake] })).toContain(
      'è stata segnalata 3 volte (2 per contenuto falso, 1 per spam). Un moderatore l’ha esaminata e non ha trovato violazioni.',
    )
  })

  it('state when and on which ground the business disputed it', () => {
    expect(factsOf('DISPUTE_UPHELD', { ...known, dispute })).toBe(
      'La recensione di 2 stelle pubblicata il 2 marzo 2026 è stata contestata dall’attività recensita il 10 agosto 2026 ' +
        'per informazioni errate. Un moderatore l’ha esaminata e ha accolto la contestazione.',
    )
    expect(factsOf('REMOVED', { ...known, flags: [spam], dispute })).toContain(
      'è stata segnalata per spam e contestata dall’attività recensita',
    )
  })

  it('Q-54: state that a review was held automatically', () =>
    expect(factsOfHold(at('2026-03-01'))).toBe(
      'La recensione pubblicata il 2 marzo 2026 ha ricevuto abbastanza segnalazioni da essere sospesa in automatico, ' +
        'in attesa che un moderatore la esamini.',
    ))
})

describe('the default ground of a decision', () => {
  it.each([
    ['what most reporters say', 'HIDDEN', { ...known, flags: [spam, fake, fake] }, 'FAKE'],
    ['of as many, what was said first', 'FLAG_UPHELD', { ...known, flags: [spam, fake] }, 'SPAM'],
    ['what the business objects', 'DISPUTE_UPHELD', { ...known, flags: [spam], dispute }, 'INCORRECT_INFO'],
    ['the dispute’s, where nobody reported it', 'REMOVED', { ...known, dispute }, 'INCORRECT_INFO'],
    ['the reports’, where both are known', 'REMOVED', { ...known, flags: [spam], dispute }, 'SPAM'],
    ['another one, where nothing is known', 'REMOVED', known, 'OTHER'],
    ['none, when it is restored', 'RESTORED', { ...known, flags: [spam], dispute }, 'NO_VIOLATION'],
    ['none, when a flag is dismissed', 'FLAG_DISMISSED', { ...known, flags: [spam] }, 'NO_VIOLATION'],
    ['none, when it is closed without a verdict', 'FLAG_REVIEWED', { ...known, flags: [spam] }, 'NO_VIOLATION'],
    ['none, when a dispute is rejected', 'DISPUTE_REJECTED', { ...known, dispute }, 'NO_VIOLATION'],
  ] as const)('is %s', (_, decision, about, ground) => expect(composedGround(decision, about)).toBe(ground))
})

it('A-44: the moderator’s own text takes precedence, and blank text counts as missing', () => {
  const given = { ground: 'HARASSMENT', facts: ' Minaccia il personale. ', violation: 'HARASSMENT' } as const
  expect(reasonsFor('REMOVED', known, given)).toEqual({ ...given, facts: 'Minaccia il personale.' })
  expect(reasonsFor('REMOVED', known, { facts: '  ' })).toEqual({
    facts: factsOf('REMOVED', known),
    ground: 'OTHER',
    violation: null,
  })
})
