/**
 * Whether the upper and lower case letters of an address agree with its checksum. Addresses without mixed letters carry none.
 * @rule Q-127 a mistyped address is noticed (EIP-55)
 */
export const hasValidChecksum = (address: string): boolean => {
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  return digits === lower || digits === digits.toUpperCase() || digits === withChecksum(lower)
}

/** EIP-55: a letter is upper case where the hash of the lower case digits has a digit of 8 or more. */
const withChecksum = (lower: string): string => {
  const hash = keccak256(lower)
  return Array.from(lower, (digit, i) => ((hash[i] ?? 0) >= 8 ? digit.toUpperCase() : digit)).join('')
}

// --- Keccak-256, as Ethereum uses it: SHA-3 with its original padding -------------------------------

const blockBytes = 136
const laneMask = (1n << 64n) - 1n

/** Hex digits of the hash of an ASCII text shorter than a block, as numbers. */
const keccak256 = (ascii: string): readonly number[] => {
  const block = Array.from({ length: blockBytes }, (_, i) => (i < ascii.length ? ascii.charCodeAt(i) : 0))
  block[ascii.length] = 0x01
  block[blockBytes - 1] = (block[blockBytes - 1] ?? 0) | 0x80
  const lanes = Array.from({ length: 25 }, (_, lane) => littleEndian(block.slice(lane * 8, lane * 8 + 8)))
  return roundConstants
    .reduce(round, lanes)
    .slice(0, 4)
    .flatMap((lane) => Array.from({ length: 8 }, (_, i) => Number((lane >> BigInt(8 * i)) & 0xffn)))
    .flatMap((byte) => [byte >> 4, byte & 0xf])
}

const littleEndian = (bytes: readonly number[]): bigint =>
  bytes.reduceRight((lane, byte) => (lane << 8n) | BigInt(byte), 0n)

const rotate = (lane: bigint, by: number): bigint => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & laneMask

const at = (lanes: readonly bigint[], x: number, y: number) => lanes[(x % 5) + 5 * (y % 5)] ?? 0n

/** A round of the permutation: θ, ρ and π, χ, ι. Lane (x, y) is at x + 5y. */
const round = (lanes: readonly bigint[], constant: bigint): readonly bigint[] => {
  const parity = [0, 1, 2, 3, 4].map((x) => [0, 1, 2, 3, 4].reduce((sum, y) => sum ^ at(lanes, x, y), 0n))
  const mixed = lanes.map((lane, i) => lane ^ at(parity, i + 4, 0) ^ rotate(at(parity, i + 1, 0), 1))
  const moved = lanes.map((_, i) => {
    const [x, y] = [i % 5, Math.floor(i / 5)]
    const source = ((x + 3 * y) % 5) + 5 * x
    return rotate(mixed[source] ?? 0n, rotations[source] ?? 0)
  })
  const combined = moved.map((lane, i) => {
    const y = Math.floor(i / 5)
    return lane ^ (~at(moved, i + 1, y) & laneMask & at(moved, i + 2, y))
  })
  return combined.with(0, (combined[0] ?? 0n) ^ constant)
}

const rotations = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14]

const roundConstants = [
  0x0000000000000001n,
  0x0000000000008082n,
  0x800000000000808an,
  0x8000000080008000n,
  0x000000000000808bn,
  0x0000000080000001n,
  0x8000000080008081n,
  0x8000000000008009n,
  0x000000000000008an,
  0x0000000000000088n,
  0x0000000080008009n,
  0x000000008000000an,
  0x000000008000808bn,
  0x800000000000008bn,
  0x8000000000008089n,
  0x8000000000008003n,
  0x8000000000008002n,
  0x8000000000000080n,
  0x000000000000800an,
  0x800000008000000an,
  0x8000000080008081n,
  0x8000000000008080n,
  0x0000000080000001n,
  0x8000000080008008n,
]
