import { provinces } from '../../../domain/accounts/vocabulary.ts'

export { provinces }

export type Province = keyof typeof provinces

export const isProvince = (code: string): code is Province => Object.hasOwn(provinces, code)
/** Province at the end of an address, as in `Via Roma 12, 53100 Siena SI, Italia`; null if there is none. */
export const provinceInAddress = (address: string): Province | null => {
  const code = /\b([A-Z]{2})\)?(?:,\s*Ital(?:ia|y))?\s*$/.exec(address)?.[1] ?? ''
  return isProvince(code) ? code : null
}

export const provinceName = (code: string | null): string | null =>
  code !== null && isProvince(code) ? provinces[code] : null
