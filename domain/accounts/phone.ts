/**
 * E.164 (`+393331234567`): separators are dropped, an Italian national number gets +39. Null for what is no number
 * after that: optional plus, nonzero first digit, up to 16 digits (V-07).
 */
export const normalisePhone = (typed: string): string | null => {
  const digits = typed.trim().replaceAll(/[\s.()/-]/g, '')
  const number = digits.startsWith('00') ? `+${digits.slice(2)}` : digits
  if (!/^\+?[1-9]\d{4,15}$/.test(number)) return null
  if (number.startsWith('+')) return number
  // twelve digits beginning with 39 are an Italian mobile number written without its plus
  return number.startsWith('39') && number.length === 12 ? `+${number}` : `+39${number}`
}

/** As a number is kept; what is no number stays as it was typed. */
export const normalisedOrTypedPhone = (typed: string): string => normalisePhone(typed) ?? typed
