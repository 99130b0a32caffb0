import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import {
  affiliate,
  type AffiliateEvent,
  type CreateProgramme,
  currentProgramme,
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
  at: at('2026-04-01'),
  ...more,
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

  it.each([0, 10_000])('V-82, C-31: can set a commission of %d hundredths of a percent', (rateHundredths) =>
    given().when(create('one', { rateHundredths })).then(issued, created('one', rateHundredths)),
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

const command: fc.Arbitrary<CreateProgramme> = fc
  .record({
    programmeId: fc.constantFrom('one', 'two', 'three'),
    name: fc.constantFrom('', 'Amici'),
    rateHundredths: fc.constantFrom(-1, 0, 500, 10_000, 10_001),
  })
  .map(({ programmeId, ...more }) => create(programmeId, more))
testDeciderProperties('affiliate', affiliate, command)
