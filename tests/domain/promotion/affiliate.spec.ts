import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import {
  affiliate,
  type AffiliateCommand,
  type AffiliateEvent,
  type CreateProgramme,
  currentProgramme,
  type DecideProgramme,
} from '../../../domain/promotion/affiliate.ts'
import { affiliateRules } from '../../../domain/promotion/rules.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(affiliate)
const create = (programmeId: string, more: Partial<CreateProgramme> = {}): CreateProgramme => ({
  type: 'CreateProgramme',
  accountId: 'aurora',
  programmeId,
  code: 'PRIMAVERA7',
  name: 'Amici',
  description: null,
  rateHundredths: 500,
  approvalAboveHundredths: 3_000,
  at: at('2026-04-01'),
  ...more,
})
const reasons = 'La commissione si ripaga con le prenotazioni.'
const decide = (programmeId: string, more: Partial<DecideProgramme> = {}): DecideProgramme => ({
  type: 'DecideProgramme',
  accountId: 'aurora',
  programmeId,
  decision: 'approved',
  reasons,
  by: 'ada',
  code: 'PRIMAVERA7',
  at: at('2026-04-01'),
  ...more,
})
const decided = (programmeId: string, decision: DecideProgramme['decision'] = 'approved'): AffiliateEvent => ({
  type: 'AffiliateProgrammeDecided',
  data: { accountId: 'aurora', programmeId, decision, reasons, by: 'ada', at: at('2026-04-01') },
})
const issued: AffiliateEvent = {
  type: 'ReferralCodeIssued',
  data: { accountId: 'aurora', code: 'PRIMAVERA7', at: at('2026-04-01') },
}
const created = (programmeId: string, rateHundredths = 500): AffiliateEvent => ({
  type: 'AffiliateProgrammeCreated',
  data: {
    accountId: 'aurora',
    programmeId,
    name: 'Amici',
    description: null,
    rateHundredths,
    cookieDays: 30,
    needsApproval: rateHundredths > 3_000,
    at: at('2026-04-01'),
  },
})

describe('an affiliate', () => {
  it('Q-81, C-31: gets a code with the first programme, valid for thirty days in a browser', () =>
    given().when(create('one')).then(issued, created('one')))

  it('keeps the code with further programmes', () =>
    given(issued, created('one'))
      .when(create('two', { code: 'ANOTHER' }))
      .then(created('two')))

  it('creates a programme once however often requested', () =>
    given(issued, created('one'))
      .when(create('one', { name: 'Altro' }))
      .thenNothing())

  it.each(['', '   '])('V-82: cannot create a programme named “%s”', (name) =>
    given().when(create('one', { name })).thenRejected({ type: 'ProgrammeNameMissing' }),
  )

  it.each([-1, 10_001, 2.5, Number.NaN])(
    'V-82, C-31: cannot set a commission of %d hundredths of a percent',
    (rateHundredths) =>
      given().when(create('one', { rateHundredths })).thenRejected({ type: 'CommissionOutOfRange', min: 0, max: 100 }),
  )

  it.each([0, 3_000])('V-82, C-31: can set a commission of %d hundredths of a percent', (rateHundredths) =>
    given().when(create('one', { rateHundredths })).then(issued, created('one', rateHundredths)),
  )

  it.each([3_001, 10_000])('Q-133: gets no code for a commission of %d hundredths before it is approved', (rate) =>
    given()
      .when(create('one', { rateHundredths: rate }))
      .then(created('one', rate)),
  )

  it('can create a limited number of programmes', () => {
    const max = affiliateRules.maxProgrammes
    const programmes = Array.from({ length: max }, (_, n) => created(`programme-${n}`))
    given(issued, ...programmes)
      .when(create('one-more'))
      .thenRejected({ type: 'TooManyProgrammes', max })
    given(issued, ...programmes)
      .when(create('programme-3'))
      .thenNothing()
  })

  it('uses the latest programme', () => {
    expect(currentProgramme(affiliate.initial)).toBeNull()
    const withTwoProgrammes = fold(affiliate, [issued, created('one'), created('two', 900)])
    expect(currentProgramme(withTwoProgrammes)).toEqual({ programmeId: 'two', rateHundredths: 900 })
  })
})

describe('Q-133: a programme with a commission above 30 percent', () => {
  const waiting = created('one', 4_000)

  it('gets its code once an administrator has approved it', () => {
    given(waiting).when(decide('one')).then(issued, decided('one'))
    given(issued, created('zero'), waiting).when(decide('one')).then(decided('one'))
  })

  it('is refused with reasons, and gets no code', () =>
    given(waiting)
      .when(decide('one', { decision: 'refused', reasons: ` ${reasons} ` }))
      .then(decided('one', 'refused')))

  it('applies to nobody while it waits or once it is refused', () => {
    expect(currentProgramme(fold(affiliate, [waiting]))).toBeNull()
    expect(currentProgramme(fold(affiliate, [issued, created('zero'), waiting]))).toMatchObject({ programmeId: 'zero' })
    expect(currentProgramme(fold(affiliate, [waiting, decided('one', 'refused')]))).toBeNull()
    expect(currentProgramme(fold(affiliate, [created('zero'), waiting, issued, decided('one')]))).toEqual({
      programmeId: 'one',
      rateHundredths: 4_000,
    })
  })

  it('is decided once: repeating the decision changes nothing, another one is rejected', () => {
    given(waiting, issued, decided('one')).when(decide('one')).thenNothing()
    given(waiting, issued, decided('one'))
      .when(decide('one', { decision: 'refused' }))
      .thenRejected({ type: 'ProgrammeDecided', status: 'approved' })
    given(waiting, decided('one', 'refused'))
      .when(decide('one'))
      .thenRejected({ type: 'ProgrammeDecided', status: 'refused' })
  })

  it('D-02: is never decided by the administrator who created it', () =>
    given(waiting)
      .when(decide('one', { by: 'aurora' }))
      .thenRejected({ type: 'OwnProgramme' }))

  it('is the only kind that can be decided', () => {
    given(issued, created('zero'))
      .when(decide('zero', { decision: 'refused' }))
      .thenRejected({ type: 'ProgrammeDecided', status: 'approved' })
    given().when(decide('one')).thenRejected({ type: 'ProgrammeNotFound' })
  })

  it.each(['', 'no', 'x'.repeat(1_001)])('needs reasons for its decision, not “%s”', (words) =>
    given(waiting)
      .when(decide('one', { reasons: words }))
      .thenRejected({ type: 'ProgrammeReasonsLength', min: 10, max: 1_000 }),
  )
})

const anyCreation: fc.Arbitrary<AffiliateCommand> = fc
  .record({
    programmeId: fc.constantFrom('one', 'two', 'three'),
    name: fc.constantFrom('', 'Amici'),
    rateHundredths: fc.constantFrom(-1, 0, 500, 3_001, 10_000, 10_001),
  })
  .map(({ programmeId, ...more }) => create(programmeId, more))
const anyDecision: fc.Arbitrary<AffiliateCommand> = fc
  .record({
    programmeId: fc.constantFrom('one', 'two', 'three'),
    decision: fc.constantFrom('approved', 'refused'),
    by: fc.constantFrom('ada', 'ada', 'aurora'),
  })
  .map(({ programmeId, ...more }) => decide(programmeId, more))
testDeciderProperties('affiliate', affiliate, fc.oneof(anyCreation, anyDecision))
