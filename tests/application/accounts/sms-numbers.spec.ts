import { describe, expect, it } from 'vitest'
import { smsNumberOf } from '../../../application/accounts/sms-numbers.ts'

describe('text messages', () => {
  it.each([
    ['333 1234567', '+393331234567'],
    ['+39 333 1234567', '+393331234567'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['+1 202 555 0123', '+12025550123'],
  ])('go to the mobile number %s', (typed, number) => expect(smsNumberOf(typed)).toBe(number))

  it.each([
    ['an Italian premium number', '+39 899 123456'],
    ['an Italian directory service', '+39 892424'],
    ['an Italian landline', '+39 06 12345678'],
    ['a British premium number', '+44 9012 345678'],
    ['an American premium number', '+1 900 234 5678'],
    ['a satellite telephone', '+881 6 1234 5678'],
    ['an Inmarsat telephone', '+870 773 123456'],
    ['an international premium number', '+979 123 456 789'],
    ['a number of no country', '+999 1234567'],
    ['what is not a number', 'domani'],
    ['nothing', null],
  ])('never go to %s', (_, phone) => expect(smsNumberOf(phone)).toBeNull())
})
