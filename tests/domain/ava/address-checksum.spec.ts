import { getAddress } from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasValidChecksum } from '../../../domain/ava/address-checksum.ts'

const anyAddress = fc
  .array(fc.constantFrom(...'0123456789abcdef'.split('')), { minLength: 40, maxLength: 40 })
  .map((digits) => `0x${digits.join('')}`)

/** The address with the case of the letter at this position changed; unchanged at a number. */
const withOtherCase = (address: string, position: number): string => {
  const digit = address.charAt(position)
  const other = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()
  return address.slice(0, position) + other + address.slice(position + 1)
}

const isAcceptedByEthers = (address: string): boolean => {
  try {
    return getAddress(address) !== ''
  } catch {
    return false
  }
}

describe('Q-127: the checksum of an address', () => {
  it('is right in the spelling that wallets show', () =>
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(hasValidChecksum(getAddress(address))).toBe(true)
      }),
    ))

  it('is absent, and so not wrong, where letters are not mixed', () =>
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(hasValidChecksum(address)).toBe(true)
        expect(hasValidChecksum(`0x${address.slice(2).toUpperCase()}`)).toBe(true)
      }),
    ))

  it('is wrong exactly when ethers refuses the address', () =>
    fc.assert(
      fc.property(anyAddress, fc.integer({ min: 2, max: 41 }), (address, position) => {
        const mistyped = withOtherCase(getAddress(address), position)
        expect(hasValidChecksum(mistyped)).toBe(isAcceptedByEthers(mistyped))
      }),
    ))

  it('reveals a mistyped letter', () => {
    expect(hasValidChecksum('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(true)
    expect(hasValidChecksum('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toBe(false)
  })
})
