import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import {
  type AdvertisementClickEvent,
  AdvertisementClickEvents,
  type AdvertisementEvent,
  AdvertisementEvents,
  type Offer,
} from '../../domain/promotion/advertisement.ts'
import { advertisementAudiences } from '../../domain/promotion/vocabulary.ts'
import { countColumn, instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const AdvertisementRowSchema = z.object({
  linkId: z.string(),
  advertiserName: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  clickUrl: z.string(),
  promotionType: z.string().nullable(),
  couponCode: z.string().nullable(),
  promotionalDate: z.string().nullable(),
  promotionalEndDate: z.string().nullable(),
  priceCents: z.number().nullable(),
  isActive: z.boolean(),
  priority: z.number(),
  publishedAt: z.string(),
})
export type AdvertisementRow = z.infer<typeof AdvertisementRowSchema>

/** @rule Q-77 advertisements with displayable fields only: markup and scripts are left out */
export const advertisements: Projection<AdvertisementRow, AdvertisementEvent> = {
  name: 'advertisements',
  version: 1,
  row: AdvertisementRowSchema,
  columns: {
    linkId: { type: 'text' },
    advertiserName: { type: 'text' },
    name: { type: 'text' },
    description: { type: 'text' },
    category: { type: 'text' },
    clickUrl: { type: 'text' },
    promotionType: { type: 'text' },
    couponCode: { type: 'text' },
    promotionalDate: { type: 'instant' },
    promotionalEndDate: { type: 'instant' },
    priceCents: { type: 'bigint' },
    isActive: { type: 'bool' },
    priority: { type: 'bigint' },
    publishedAt: { type: 'instant' },
  },
  indexes: ['priority desc, published_at desc, link_id where is_active'],
  events: AdvertisementEvents,
  keys: ({ event }) => [event.data.linkId],
  evolve: (row, { event: { type, data } }) => {
    if (type === 'AdvertisementWithdrawn') return null
    const { linkId, offer, at } = data
    return { ...publicFields(offer), linkId, publishedAt: row?.publishedAt ?? at }
  },
}

const publicFields = (offer: Offer): Omit<AdvertisementRow, 'linkId' | 'publishedAt'> => ({
  advertiserName: offer.advertiserName,
  name: offer.name,
  description: offer.description,
  category: offer.category,
  clickUrl: offer.clickUrl,
  promotionType: offer.promotionType,
  couponCode: offer.couponCode,
  promotionalDate: offer.promotionalDate,
  promotionalEndDate: offer.promotionalEndDate,
  priceCents: offer.priceCents,
  isActive: offer.isActive,
  priority: offer.priority,
})

const Advertisement = AdvertisementRowSchema.omit({
  linkId: true,
  isActive: true,
  priority: true,
  publishedAt: true,
}).extend({
  id: z.string(),
  promotionalDate: instantColumn.nullable(),
  promotionalEndDate: instantColumn.nullable(),
  priceCents: countColumn.nullable(),
})
export type Advertisement = z.infer<typeof Advertisement>

const isVisible = (now: string) => sql.fragment`is_active
  and (promotional_date is null or promotional_date <= ${now}::timestamptz)
  and (promotional_end_date is null or promotional_end_date >= ${now}::timestamptz)`

const columns = sql.fragment`link_id as id, advertiser_name as "advertiserName", name, description, category,
  click_url as "clickUrl", promotion_type as "promotionType", coupon_code as "couponCode",
  promotional_date as "promotionalDate", promotional_end_date as "promotionalEndDate", price_cents as "priceCents"`

/** Currently visible advertisements, by priority, then newest first. */
export const visibleAdvertisements = (db: CommonQueryMethods, now: string, limit: number) =>
  db.any(sql.type(Advertisement)`
    select ${columns} from read.advertisements where ${isVisible(now)}
    order by priority desc, published_at desc, link_id limit ${limit}`)

/** Listed advertisements that the account has clicked. */
export const advertisementsClickedBy = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(Advertisement)`
    select ${columns} from read.advertisements
    where key in (select link_id from read.ad_clicks where account_id = ${accountId}) order by link_id`)

const AdvertisementClickCount = z.object({
  linkId: z.string(),
  advertiserName: z.string(),
  name: z.string(),
  isShown: z.boolean(),
  clicks: countColumn,
})

/** All advertisements, whether they are visible, and their clicks: one per person and day. */
export const advertisementClickCounts = (db: CommonQueryMethods, now: string) =>
  db.any(sql.type(AdvertisementClickCount)`
    select link_id as "linkId", advertiser_name as "advertiserName", name, ${isVisible(now)} as "isShown",
      (select count(*) from read.ad_clicks c where c.link_id = a.link_id) as clicks
    from read.advertisements a
    order by priority desc, published_at desc, link_id`)

const AdClickRowSchema = z.object({
  linkId: z.string(),
  accountId: z.string(),
  userType: z.enum(advertisementAudiences),
  day: z.string(),
  clickedAt: z.string(),
})
export type AdClickRow = z.infer<typeof AdClickRowSchema>

/** @rule E-16 clicks by account, advertisement and day */
export const adClicks: Projection<AdClickRow, AdvertisementClickEvent> = {
  name: 'ad_clicks',
  version: 1,
  row: AdClickRowSchema,
  columns: {
    linkId: { type: 'text' },
    accountId: { type: 'text' },
    userType: { type: 'text' },
    day: { type: 'day' },
    clickedAt: { type: 'instant' },
  },
  erasedWith: 'accountId',
  indexes: ['link_id', 'account_id, clicked_at desc'],
  events: AdvertisementClickEvents,
  keys: ({ event: { data } }) => [`${data.linkId}_${data.accountId}_${data.day}`],
  evolve: (row, { event: { data } }) => {
    const { at: clickedAt, ...click } = data
    return row ?? { ...click, clickedAt }
  },
}

const Click = z.object({ linkId: z.string(), day: z.string(), clickedAt: instantColumn })

/** Latest first. */
export const adClicksOf = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(Click)`
    select link_id as "linkId", day::text as day, clicked_at as "clickedAt" from read.ad_clicks
    where account_id = ${accountId} order by clicked_at desc, key`)
