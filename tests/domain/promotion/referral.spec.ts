import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import {
  type CountReferralClick,
  referral,
  referralClicks,
  type ReferralClicksEvent,
  ReferralCodeRegistered,
  type ReferralCommand,
  type ReferralEvent,
} from '../../../domain/promotion/referral.ts'
import { maxClicksPerDay } from '../../../domain/promotion/rules.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const code = 'PRIMAVERA7'
const programme = { programmeId: 'one', rateHundredths: 500, at: at('2026-04-02') }
const open = (accountId: string): ReferralCommand => ({
  type: 'RegisterReferralCode',
  code,
  accountId,
  at: at('2026-04-01'),
})
const convert = (referredId: string, isOneself = false): ReferralCommand => ({
  type: 'ConvertReferral',
  referredId,
  isSelfReferral: isOneself,
  ...programme,
})
const opened = (accountId: string): ReferralEvent => ({
  type: ReferralCodeRegistered.type,
  data: { code, accountId, at: at('2026-04-01') },
})
const converted = (referredId: string): ReferralEvent => ({
  type: 'ReferralConverted',
  data: { code, referredId, ...programme },
})

describe('a referral code', () => {
  const { given } = spec(referral)

  it('belongs to one account', () => {
    given().when(open('aurora')).then(opened('aurora'))
    given(opened('aurora')).when(open('aurora')).thenNothing()
    given(opened('aurora')).when(open('borgo')).thenRejected({ type: 'ReferralCodeTaken' })
  })

  it('Q-81: counts a referred user once', () => {
    given(opened('aurora')).when(convert('giulia')).then(converted('giulia'))
    given(opened('aurora'), converted('giulia')).when(convert('giulia')).thenNothing()
    given(opened('aurora'), converted('giulia')).when(convert('marco')).then(converted('marco'))
  })

  it('Q-81: never counts its owner, even with another account', () => {
    given(opened('aurora')).when(convert('aurora')).thenNothing()
    given(opened('aurora')).when(convert('second-account', true)).thenNothing()
  })

  it('counts for nobody while it is not assigned', () => given().when(convert('giulia')).thenNothing())
})

const click = (clickId: string): CountReferralClick => ({
  type: 'CountReferralClick',
  code,
  clickId,
  at: at('2026-04-02'),
})
const clicked = (clickId: string): ReferralClicksEvent => ({
  type: 'ReferralClicked',
  data: { code, clickId, at: at('2026-04-02') },
})

describe('daily referral clicks', () => {
  const { given } = spec(referralClicks)

  it('are counted one by one', () => {
    given().when(click('a')).then(clicked('a'))
    given(clicked('a')).when(click('a')).thenNothing()
    given(clicked('a')).when(click('b')).then(clicked('b'))
  })

  it('are capped, because more come from bots', () =>
    given(...Array.from({ length: maxClicksPerDay }, (_, n) => clicked(`click-${n}`)))
      .when(click('one-more'))
      .thenNothing())
})

const anyAccountId = fc.constantFrom('aurora', 'borgo', 'giulia')
const command: fc.Arbitrary<ReferralCommand> = fc.oneof(
  anyAccountId.map(open),
  fc.tuple(anyAccountId, fc.boolean()).map(([accountId, isSelfReferral]) => convert(accountId, isSelfReferral)),
)
testDeciderProperties('referral', referral, command)
testDeciderProperties('clicks', referralClicks, fc.constantFrom('a', 'b', 'c').map(click))
