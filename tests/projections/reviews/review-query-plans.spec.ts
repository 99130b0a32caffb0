import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyProjection, projectionTable } from '../../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../../projections/all.ts'
import { disputeCountsOfVenue } from '../../../projections/reviews/disputes.ts'
import { flagsOf } from '../../../projections/reviews/flags.ts'
import {
  publicReviewsOf,
  reviewsReceived,
  reviewsWritten,
  reviewsWrittenBy,
} from '../../../projections/reviews/reviews.ts'
import { explainQuery, keptPlan, plansOfRepeated, testDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const { pool } = database
  const { reviews, replies, accounts, flags, disputes, venueDisputes, exclusions, premiumAccounts, rewardCodes } =
    projections
  const tables = [
    reviews,
    replies,
    accounts,
    flags,
    disputes,
    venueDisputes,
    exclusions,
    premiumAccounts,
    rewardCodes,
  ].map((projection) => projectionTable(projection as AnyProjection))
  await pool.query(
    `create schema read; ${tables.map(({ create, createView }) => `${create}; ${createView}`).join('; ')}`,
  )
  await pool.query(aMillionReviews)
  await pool.query(`${manyFlags}; ${tables.flatMap(({ index }) => index || []).join('; ')}; analyze`)
}, 300_000)
afterAll(() => database.drop())

const [reviewTable, flagTable] = [projections.reviews, projections.flags].map(
  (projection) => projectionTable(projection as AnyProjection).relation,
)
/** A million reviews, 100,000 of them of one venue, nearly half of those not public. */
const aMillionReviews = `insert into read.${reviewTable} (key, review_id, author_id, author_type, target_type, target_id, rating,
    comment, reason_code, reason_tags, visibility, moderation_status, flags_count, dispute_status, edited, highest_stars, created_at, last_action_at)
  select 'r-' || n, 'r-' || n, case when n % 50 = 3 then 'critic' else 'author-' || n % 50000 end, 'client', 'BUSINESS',
    case when n % 10 = 0 then 'grand-hotel' else 'venue-' || n % 20000 end, 1 + n % 5, 'Tutto bene', 'SERVICE', '[]',
    case when n % 30 = 0 then 'PRIVATE_TO_BUSINESS' else 'PUBLIC_ANONYMOUS' end,
    case when n % 70 = 0 then 'HIDDEN' else 'ACTIVE' end, 0, 'NONE', false, 1 + n % 5,
    '2026-01-01T00:00:00Z'::timestamptz + n * interval '7 seconds', '2026-01-01T00:00:00Z'::timestamptz + n * interval '7 seconds'
  from generate_series(1, 1000000) n`
const manyFlags = `insert into read.${flagTable} (key, flag_id, review_id, reporter_id, reporter_type, reason, weight, case_number, status, flagged_at)
  select 'f-' || n, 'f-' || n, 'r-' || n, 'reporter-' || n % 100, 'client', 'SPAM', 100, 1, 'PENDING',
    '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
  from generate_series(1, 100000) n`

const stepsOf = (query: Parameters<typeof explainQuery>[1]) => explainQuery(database.pool, query)

const cursor = Buffer.from(JSON.stringify(['2026-02-10T00:00:00.000Z', 'r-500000'])).toString('base64url')
const page = { limit: 50 }
const later = { ...page, cursor }
const laterByDay = { ...page, cursor: Buffer.from(JSON.stringify(['2026-02-10', '8'])).toString('base64url') }

describe('Q-104: review lists among a million, for a venue with a hundred thousand', () => {
  it.each<[string, (db: CommonQueryMethods) => Promise<unknown>, number]>([
    ['reviews visible to everyone', (db) => publicReviewsOf(db, 'BUSINESS', 'grand-hotel', null, page), 0],
    ['their next page', (db) => publicReviewsOf(db, 'BUSINESS', 'grand-hotel', 'author-1', laterByDay), 0],
    ['reviews received by the venue', (db) => reviewsReceived(db, 'BUSINESS', 'grand-hotel', 'grand-hotel', page), 0],
    [
      'the next page of reviews received',
      (db) => reviewsReceived(db, 'BUSINESS', 'grand-hotel', 'grand-hotel', laterByDay),
      0,
    ],
    ['reviews written by an author', (db) => reviewsWritten(db, 'critic', page), 0],
    ['flags of a reporter', (db) => flagsOf(db, 'reporter-7', later), 0],
  ])('%s: are read from an index in its order', async (_, query, removedRows) => {
    const steps = await stepsOf(query)
    const lists = steps.filter((step) => [reviewTable, flagTable].includes(step['Relation Name']))
    expect(lists.length).toBeGreaterThan(0)
    expect(steps.map((step) => step['Node Type']).filter((type) => /Sort|Bitmap|Hash/.test(type))).toEqual([])
    expect(lists.filter((step) => !/^Index (Only )?Scan$/.test(step['Node Type']))).toEqual([])
    expect(Math.max(...lists.map((step) => step['Rows Removed by Filter'] ?? 0))).toBe(removedRows)
    expect(Math.max(...lists.map((step) => step['Actual Rows']))).toBeLessThanOrEqual(51)
  })

  it('show authors what they wrote, several at once and each by its key', async () => {
    const lookups = [
      { authorId: 'critic', reviewId: 'r-53' },
      { authorId: 'author-1', reviewId: 'r-53' },
      { authorId: 'author-1', reviewId: 'r-1' },
      { authorId: 'critic', reviewId: 'r-0' },
      { authorId: 'critic', reviewId: 'r-3' },
      { authorId: 'critic', reviewId: 'r-53' },
    ]
    const found = await reviewsWrittenBy(database.queries, lookups)
    expect(found.map((review) => review?.id ?? null)).toEqual(['r-53', null, 'r-1', null, 'r-3', 'r-53'])
    expect(found[0]).toEqual((await reviewsWritten(database.queries, 'critic', { limit: 100_000 })).items.at(-2))
    expect(found[0]).toMatchObject({ mine: true, ownFlagId: null, outOfScore: false })
    const steps = await stepsOf((db) => reviewsWrittenBy(db, lookups))
    const reviews = steps.filter((step) => step['Relation Name'] === reviewTable)
    expect(reviews.map((step) => [step['Node Type'], step['Actual Loops']])).toEqual([['Index Scan', 6]])
    const [lookup] = lookups
    const plans = await plansOfRepeated(database.url, (db) => reviewsWrittenBy(db, lookup ? [lookup] : []))
    expect(plans).toEqual([keptPlan])
  })

  it('have a venue’s dispute record in one row', async () => {
    const steps = await stepsOf((db) => disputeCountsOfVenue(db, 'grand-hotel'))
    expect(steps.map((step) => step['Actual Rows'])).toEqual(steps.map(() => 0))
  })

  it('fail these checks without the indexes', async () => {
    const steps = await stepsOf((db) =>
      db.any({ sql: `select * from read.${reviewTable} order by comment limit 50`, values: [] } as never),
    )
    expect(steps.some((step) => /Sort|Seq Scan/.test(step['Node Type']))).toBe(true)
  })
})
