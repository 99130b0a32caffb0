import { describe, expect, it } from 'vitest'
import { isMistypedAddress } from '../../../infrastructure/ava/address-checksum.ts'

/** An example of EIP-55. */
const correct = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const inLowerCase = correct.toLowerCase()

describe('Q-127: the checksum of a payout address', () => {
  it.each([correct, inLowerCase, `0x${inLowerCase.slice(2).toUpperCase()}`])('is right, or absent, in %s', (address) =>
    expect(isMistypedAddress(address)).toBe(false),
  )

  it.each([correct.replace('Aed', 'AeD'), correct.replace('0x5a', '0x5A'), correct.replace('6053', '6054')])(
    'is wrong in %s',
    (address) => expect(isMistypedAddress(address)).toBe(true),
  )
})
