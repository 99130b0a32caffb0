import { getAddress } from 'ethers/address'

/**
 * Whether the upper and lower case letters of a well-formed address contradict its checksum. Addresses without mixed
 * letters have none. @rule Q-127 a mistyped address is noticed (EIP-55)
 */
export const isMistypedAddress = (address: string): boolean => {
  try {
    getAddress(address)
    return false
  } catch {
    return true
  }
}
