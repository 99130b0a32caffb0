import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CompanyWalletEvent,
  companyWallets,
  type GenerateCompanyWallet,
} from '../../../domain/ava/company-wallet.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(companyWallets)
const [first, second] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']

const generate = (address: string, more: Partial<GenerateCompanyWallet> = {}): GenerateCompanyWallet => ({
  type: 'GenerateCompanyWallet',
  address,
  by: 'ada',
  at: at('2026-03-02'),
  configured: false,
  ...more,
})
const generated = (address: string): CompanyWalletEvent => ({
  type: 'CompanyWalletGenerated',
  data: { address, by: 'ada', at: at('2026-03-02') },
})

describe('the company wallet', () => {
  it('A-59, Q-14: records who saw a new wallet and its address, nothing else', () => {
    given().when(generate(first)).then(generated(first))
    expect(Object.keys(generated(first).data)).toEqual(['address', 'by', 'at'])
  })

  it('Q-14: can generate another wallet while none is configured', () =>
    given(generated(first)).when(generate(second)).then(generated(second)))

  it('Q-14: rejects generation once a wallet is configured', () => {
    given()
      .when(generate(first, { configured: true }))
      .thenRejected({ type: 'CompanyWalletConfigured' })
    given(generated(first))
      .when(generate(second, { configured: true }))
      .thenRejected({ type: 'CompanyWalletConfigured' })
  })

  it('records a wallet once', () => given(generated(first)).when(generate(first)).thenNothing())

  it('keeps the latest wallet', () =>
    expect(fold(companyWallets, [generated(first), generated(second)])).toEqual({
      address: second,
      at: at('2026-03-02'),
    }))
})

testDeciderProperties(
  'the company wallet',
  companyWallets,
  fc.record({
    type: fc.constant('GenerateCompanyWallet' as const),
    address: fc.constantFrom(first, second),
    by: fc.constantFrom('ada', 'ugo'),
    at: fc.constantFrom(at('2026-03-02'), at('2026-03-03')),
    configured: fc.boolean(),
  }),
)
