import type { Offer } from './events.ts'

export interface Fault {
  readonly field: keyof Offer
  readonly is: 'missing' | 'too long' | 'unprintable' | 'not https' | 'before it begins'
  /** How many characters there may be. */
  readonly most?: number
}

/** C-37, V-85; the others so that nobody fills a log with one of them. */
export const longest: { readonly [Field in keyof Offer]?: number } = {
  advertiserId: 100,
  advertiserName: 255,
  name: 255,
  description: 2000,
  category: 255,
  keywords: 2000,
  language: 10,
  targetedCountries: 1000,
  clickUrl: 2000,
  linkType: 255,
  htmlLinks: 20_000,
  javascriptLinks: 20_000,
  promotionType: 255,
  couponCode: 50,
  threeMonthEpc: 50,
  sevenDayEpc: 50,
  advCid: 100,
  relationshipStatus: 100,
}

const required = ['advertiserName', 'name', 'clickUrl'] as const
/** No name and password in front of the host, nothing an address bar would read otherwise than we do. */
const https = /^https:\/\/[^\s"'<>/@\\]+\.[^\s"'<>/@\\]+([/?#][^\s"'<>\\]*)?$/

/** All that is wrong with an offer, field by field. */
export const faultsOf = (offer: Offer): readonly Fault[] => {
  const missing = required.filter((field) => offer[field] === '')
  return [
    ...missing.map((field): Fault => ({ field, is: 'missing' })),
    ...faultyTexts(offer),
    ...(missing.includes('clickUrl') || https.test(offer.clickUrl)
      ? []
      : [{ field: 'clickUrl', is: 'not https' } as const]),
    ...(isBackwards(offer) ? [{ field: 'promotionalEndDate', is: 'before it begins' } as const] : []),
  ]
}

const faultyTexts = (offer: Offer): readonly Fault[] =>
  (Object.keys(longest) as (keyof Offer)[]).flatMap((field): readonly Fault[] => {
    const text = offer[field]
    const most = longest[field]
    if (typeof text !== 'string' || most === undefined) return []
    if (!isPrintable(text)) return [{ field, is: 'unprintable' }]
    return text.length > most ? [{ field, is: 'too long', most }] : []
  })

/** Half a surrogate pair, NUL and their like can be kept nowhere. */
const isPrintable = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text)

const isBackwards = ({ promotionalDate, promotionalEndDate }: Offer) =>
  promotionalDate !== null && promotionalEndDate !== null && promotionalEndDate < promotionalDate
