import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { ClickEvents, type ClickEvent } from '../domain/promotion/click/events.ts'
import { instantColumn } from './columns.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  linkId: z.string(),
  accountId: z.string(),
  userType: z.enum(['user', 'client']),
  day: z.string(),
  clickedAt: z.string(),
})
export type AdClickRow = z.infer<typeof Row>

/** Who followed which advertisement on which day (E-16). */
export const adClicks: Projection<AdClickRow, ClickEvent> = {
  name: 'ad_clicks',
  version: 1,
  row: Row,
  columns: {
    linkId: { type: 'text' },
    accountId: { type: 'text' },
    userType: { type: 'text' },
    day: { type: 'day' },
    clickedAt: { type: 'instant' },
  },
  goesWith: 'accountId',
  indexes: ['link_id', 'account_id, clicked_at desc'],
  events: ClickEvents,
  keys: ({ event: { data } }) => [`${data.linkId}_${data.accountId}_${data.day}`],
  evolve: (row, { event: { data } }) => {
    const { at: clickedAt, ...click } = data
    return row ?? { ...click, clickedAt }
  },
}

const Click = z.object({ linkId: z.string(), day: z.string(), clickedAt: instantColumn })

/** The latest first. */
export const adClicksOf = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(Click)`
    select link_id as "linkId", day::text as day, clicked_at as "clickedAt" from read.ad_clicks
    where account_id = ${accountId} order by clicked_at desc, key`)
