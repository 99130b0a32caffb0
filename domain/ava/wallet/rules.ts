/** The rule book of AVA in force; what it gives rise to names its version. */
export const avaRules = {
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
