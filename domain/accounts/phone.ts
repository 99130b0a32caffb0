/**
 * Normalises to E.164 (`+393331234567`); null if the result is not a telephone number.
 * @rule Q-86 separators are dropped and Italian national numbers get +39
 * @rule V-07 optional plus, non-zero first digit, at most 16 digits
 */
export const normalisePhone = (typed: string): string | null => {
  const digits = typed.trim().replaceAll(/[\s.()/-]/g, '')
  const number = digits.startsWith('00') ? `+${digits.slice(2)}` : digits
  if (!/^\+?[1-9]\d{4,15}$/.test(number)) return null
  if (number.startsWith('+')) return number
  // twelve digits starting with 39: an Italian mobile number without its plus
  return number.startsWith('39') && number.length === 12 ? `+${number}` : `+39${number}`
}

/** The normalised number as stored, or the input unchanged if it is not a number. @rule Q-86 */
export const normalisedOrTypedPhone = (typed: string): string => normalisePhone(typed) ?? typed
