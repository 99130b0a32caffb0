/** What holds in every set of rules; what differs is in `rule-sets.ts`. */
export const avaRules = {
  /** The set that brought B-30 and B-32; what they give rise to names it. */
  version: 1,
  /** B-30: ratings or reviews given for one AVA. */
  ratingsPerAva: 10,
  /** B-33. */
  premium: { days: 30, price: 10 },
  /** V-62. */
  payoutThreshold: { least: 1, most: 100, byDefault: 10 },
} as const

/** 0x and 40 hex digits; the zero address belongs to nobody. */
export const isPayoutAddress = (address: string): boolean =>
  /^0x[0-9a-f]{40}$/i.test(address) && !/^0x0{40}$/i.test(address)

/** Upper and lower case are a checksum, not another address. */
export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
