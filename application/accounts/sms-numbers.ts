import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { normalisePhone } from '../../domain/accounts/phone.ts'

const smsTypes = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * The number in E.164 if it gets text messages: a mobile number of a country. Premium, satellite and other special
 * numbers cost the sender many times as much, which fraudsters earn from (SMS pumping).
 */
export const smsNumberOf = (phone: string | null): string | null => {
  const number = phone === null ? null : normalisePhone(phone)
  const parsed = number === null ? undefined : parsePhoneNumberFromString(number)
  const getsSms = parsed?.isValid() && !parsed.isNonGeographic() && smsTypes.has(parsed.getType() ?? '')
  return getsSms ? number : null
}
