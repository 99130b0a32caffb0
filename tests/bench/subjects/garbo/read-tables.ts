import { accountFactory, type GarboSession, sessionFactory } from './accounts.ts'

export interface ReadTableSizes {
  readonly reviews: number
  /** Reviews of the busy venue; the quiet one has just enough for two pages. */
  readonly busy: number
  readonly quiet: number
  readonly openCases: number
}

/** Spreads the reviews of the busy and the quiet venue evenly among those of 20,000 others. */
const insertReviews = `insert into read.reviews (key, review_id, author_id, author_type, target_type, target_id, rating, comment,
    reason_code, reason_tags, visibility, moderation_status, flags_count, dispute_status, edited, created_at, last_action_at,
    seen_as)
  select 'r-' || n, 'r-' || n, 'author-' || n % 50000, 'client', 'BUSINESS',
    case when n % ($1::int / $2::int) = 0 then $4 when n % ($1::int / $3::int) = 1 then $5 else 'venue-' || n % 20000 end,
    1 + n % 5, 'Camera pulita.', 'SERVICE', '[]',
    case when n % 29 = 0 then 'PRIVATE_TO_BUSINESS' else 'PUBLIC_ANONYMOUS' end,
    case when n % 71 = 0 then 'HIDDEN' else 'ACTIVE' end, 0, 'NONE', false, at, at, lpad(n::text, 20, '0')
  from generate_series(1, $1::int) n,
    lateral (select '2026-01-01T00:00:00Z'::timestamptz + n::float8 / $1::int * interval '365 days' as at) moment`

/** Totals per venue, and per venue and day. */
const insertVenueDays = `insert into read.venue_days (key, target_id, day, ones, twos, threes, fours, fives)
  select target_id || coalesce('_' || day, ''), target_id, day, count(*) filter (where rating = 1),
    count(*) filter (where rating = 2), count(*) filter (where rating = 3), count(*) filter (where rating = 4),
    count(*) filter (where rating = 5)
  from (select target_id, rating, created_at::date as day from read.reviews) r
  group by grouping sets ((target_id), (target_id, day))`

const insertVenueDisputes = `insert into read.venue_disputes (key, business_id, reviews, opened, won, lost, voided)
  select target_id, target_id, count(*), count(*) / 100, count(*) / 300, count(*) / 300, 0 from read.reviews group by target_id`

/** Excludes one month of each of the two venues from its score. */
const insertExclusions = `insert into read.exclusions (key, exclusion_id, business_id, from_day, to_day, reason, facts, excluded_by,
    excluded_at)
  select 'x-' || id, 'x-' || id, id, '2026-03-01', '2026-03-31', 'REVIEW_BOMBING', 'Molte recensioni insieme.', 'ida',
    '2026-04-02T10:00:00Z'
  from unnest($1::text[]) id`

/** Figures per business and day, as if it had rated a guest for each review. */
const insertAccountDays = `insert into read.account_days (key, account_id, day, reviews, reasons, removed, restored, replies,
    reply_days, ratings, returning_guests, overall, punctuality, kindness, payment, room_condition, rewards_issued,
    rewards_redeemed, billed_redemptions, discount_cents, ava)
  select target_id || '_' || day, target_id, day, n, json_build_object('SERVICE', n), 0, 0, n, json_build_object('7', n), n, 0,
    4 * n, 9 * n, 8 * n, 10 * n, 7 * n, n, 0, 0, 0, 1
  from (select target_id, created_at::date as day, count(*)::int as n from read.reviews group by 1, 2) days`

/** Premium for the two venues. */
const insertPremium = `insert into read.premium_accounts (key, account_id, premium_until)
  select id, id, '2099-01-01T00:00:00Z' from unnest($1::text[]) id`

/** Cases about reviews, in three queues. */
const insertCases = `insert into read.cases (key, case_id, kind, target_id, priority, why, urgency, parties, due_at, opened_at)
  select 'flag-r-' || n || '-1', 'flag-r-' || n || '-1', (array['FLAG', 'DISPUTE', 'HELD'])[1 + n % 3], 'r-' || n,
    100 + n * 7919 % 300, '[{"part":"kind","points":100},{"part":"flags","points":10}]', 'calm', '["ana","rosa"]',
    '2099-01-01T00:00:00Z'::timestamptz + n % 1000 * interval '1 minute', '2026-01-01T00:00:00Z'
  from generate_series(1, $1::int) n`

const insertLaneCounts = `insert into read.lane_counts (key, kind, open)
  select kind, kind, count(*) from read.cases where closed_at is null group by kind`

export const readTableTasks = (session: GarboSession) => ({
  /** Fills the read tables as years of use would, with a busy and a quiet venue, and signs in a moderator. */
  fillReadTables: async ({ reviews: all, busy, quiet, openCases }: ReadTableSizes) => {
    const { pool } = session
    const register = await accountFactory(session)
    const venues = await register.businesses(2)
    const startSessions = await sessionFactory(session)
    const [moderator = ''] = await startSessions(await register.moderators(1))
    const [busyCookie = '', quietCookie = ''] = await startSessions(venues)
    await session.waitUntilSettled()
    await pool.query(insertReviews, [all, busy, quiet, ...venues])
    await pool.query(insertVenueDays)
    await pool.query(insertVenueDisputes)
    await pool.query(insertAccountDays)
    await pool.query(insertPremium, [venues])
    await pool.query(insertExclusions, [venues])
    await pool.query(insertCases, [openCases])
    await pool.query(insertLaneCounts)
    await pool.query('vacuum analyze')
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from read.reviews where target_id = any($1) group by target_id order by count`,
      [venues],
    )
    const [busyId = '', quietId = ''] = venues
    return {
      address: session.address,
      moderator,
      busyCookie,
      quietCookie,
      busyId,
      quietId,
      sizes: rows.map(({ count }) => count),
    }
  },
})
