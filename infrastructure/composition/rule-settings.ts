import { z } from 'zod'

/** A whole number in this range. */
export const integer = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^-?\d+$/, error)
    .transform(Number)
    .pipe(z.number().int(error).min(min, error).max(max, error))
}

/** A setting with the description that `docs/configuration.md` shows. */
export const setting = <S extends z.ZodType>(schema: S, description: string) => schema.meta({ description })

/** Parameters of the rules. */
export const ruleSettings = {
  RATING_RELEASE: setting(
    z.enum(['immediate', 'batch']).default('immediate'),
    'When clients see a rating: immediately, or in a batch with ratings of at least three venues, after 30 days at the latest, so that clients cannot tell who rated them (docs/security.md).',
  ),
  RATING_AMEND_DAYS: setting(
    integer(0, 365).default(14),
    'Days during which a business can amend or withdraw a rating.',
  ),
  RATING_STAY_MAX_DAYS: setting(
    integer(1, 3650).default(90),
    'Days after which a stay can no longer be rated (Q-121).',
  ),
  RATING_COUNTS_EVERY_DAYS: setting(
    integer(0, 365).default(30),
    'Days of stay in which one rating per venue and client counts: the one of the latest stay (Q-121).',
  ),
  RATINGS_PER_VENUE_DAY: setting(integer(1, 10_000).default(50), 'Ratings that a venue can give in one day (Q-121).'),
  REVIEWS_COUNTED_PER_DAY: setting(
    integer(1, 10_000).default(10),
    'Reviews of an account that count for AVA in one day (D-44).',
  ),
  NEW_CLIENTS_PER_DAY: setting(integer(1, 10_000).default(50), 'New guests that a venue can add in one day (Q-122).'),
  REVIEW_INTERVAL_DAYS: setting(
    integer(0, 365).default(7),
    'Minimum days between two reviews by the same author of the same target (Q-50).',
  ),
  FLAG_HOLD_WEIGHT: setting(
    integer(1, 10_000).default(300),
    'Total weight of pending flags that holds a review; an ordinary flag weighs 100 (Q-53).',
  ),
  FLAGGER_MIN_AGE_DAYS: setting(
    integer(0, 365).optional(),
    'Minimum account age, in days, for flags to have weight. By default 7 in production and 0 otherwise (Q-124).',
  ),
  BURST_GUARD: setting(
    z.enum(['on', 'off']).optional(),
    'Whether reviews of a venue by new accounts are held for a moderator when they are far more than usual. By default on in production and off otherwise (Q-125).',
  ),
  CASE_LEASE_MINUTES: setting(
    integer(1, 240).default(10),
    'Minutes until a claim on a case ends if it is not renewed.',
  ),
  REWARD_TTL_MONTHS: setting(integer(1, 120).default(12), 'Validity of a reward code, in months (Q-67).'),
  REVIEW_EDIT_WINDOW_DAYS: setting(
    integer(0, 365).default(14),
    'Days for which the code of a review is suspended after its author has lowered it by two stars or more (Q-132).',
  ),
  VENUE_COUNTS_AFTER_DAYS: setting(
    integer(0, 365).optional(),
    'Days after the confirmation of its address from which a venue counts for the cross-provider discount, for elite and for established reporters. By default 14 in production and 0 otherwise (Q-123).',
  ),
  PROMOTION_TEXT: setting(
    z.string().min(1).max(200).default('I primi 100 clienti ricevono il 50% di punti extra.'),
    'Italian text of the promotion, shown with the reward rules (B-25).',
  ),
  PROMOTION_LAST_DAY: setting(
    z.iso.date('must be a date such as 2027-06-30').optional(),
    'Last day of the promotion in Italy, inclusive. Without it, the promotion has no end (Q-66).',
  ),
  DISPUTE_WORKING_DAYS: setting(
    integer(1, 60).default(5),
    'Italian working days within which any case (flags, a dispute, an appeal, flag abuse) must be decided (B-47).',
  ),
  LOST_DISPUTES_COUNT: setting(
    integer(1, 1000).default(3),
    'Lost disputes after which a business is warned, if they also reach `LOST_DISPUTES_PERCENT`.',
  ),
  LOST_DISPUTES_PERCENT: setting(
    integer(1, 100).default(60),
    'Minimum percentage of lost disputes among those decided.',
  ),
  LOST_DISPUTES_WINDOW_DAYS: setting(integer(1, 3650).default(90), 'Days over which lost disputes are counted.'),
  PERMANENT_NEEDS_TWO: setting(
    z.enum(['on', 'off']).optional(),
    'Whether a permanent suspension needs the consent of a second moderator within 7 days. By default on in production and off otherwise (Q-128).',
  ),
  COMMISSION_APPROVAL_ABOVE: setting(
    integer(0, 100).default(30),
    'Commission in percent above which an affiliate programme waits for an administrator (Q-133).',
  ),
  WALLET_HOLD_HOURS: setting(
    integer(0, 720).optional(),
    'Hours after a change of the payout address in which nothing is paid to the new one. By default 48 in production and 0 otherwise (Q-127).',
  ),
  REREGISTRATION_DAYS: setting(
    integer(0, 730).default(180),
    'Days for which a venue that was reviewed cannot register again after deleting its account (Q-129).',
  ),
  BOOKINGS_PER_DAY: setting(integer(1, 1000).default(10), 'Bookings per account and day (Q-72).'),
}
