import type { DomainEvent } from '../../application/event-registry.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { FlagClosed, FlagOverturned } from '../../domain/reviews/review-state.ts'

export type EventData<T extends DomainEvent['type']> = Extract<DomainEvent, { readonly type: T }>['data']

export interface ReviewRecord extends EventData<'ReviewSubmitted'> {
  status: 'ACTIVE' | 'PENDING_REVIEW' | 'HIDDEN' | 'REMOVED'
  stars: number
}
interface CaseRecord {
  readonly kind: string
  readonly targetId: string
  closed: boolean
  claim: { readonly by: string; readonly until: string } | null
}

/** Independent model of the same year, without aggregates, policies or projections. */
export const oracleOf = (log: readonly EventEnvelope<DomainEvent>[]) => {
  const reviews = new Map<string, ReviewRecord>()
  const ratings = new Map<string, EventData<'ClientRated'>>()
  const pending = new Map<string, EventData<'ReviewFlagged'>>()
  const disputes = new Map<string, 'open' | 'over'>()
  const cases = new Map<string, CaseRecord>()
  const codes = new Map<string, { readonly of: string; state: 'active' | 'redeemed' | 'gone' }>()
  const faults: string[] = []
  const addFault = (what: string) => faults.push(what)

  const checkOwnCase = (by: string | null, reviewId: string) => {
    const review = reviews.get(reviewId)
    if (by !== null && (by === review?.authorId || by === review?.targetId)) addFault(`${by} decided their own case`)
  }
  const flagDecided = (data: EventData<'FlagUpheld'>) => {
    if (!pending.delete(data.flagId)) addFault(`a flag was decided twice: ${data.flagId}`)
    checkOwnCase(data.by, data.reviewId)
    if (data.by === data.reporterId) addFault(`${data.by} decided their own flag`)
  }
  const setStatus = (reviewId: string, status: ReviewRecord['status']) => {
    const review = reviews.get(reviewId)
    if (review) review.status = status
  }

  const handlers: { readonly [T in DomainEvent['type']]?: (data: EventData<T>) => void } = {
    ReviewSubmitted: (data) => reviews.set(data.reviewId, { ...data, status: 'ACTIVE', stars: data.rating }),
    ReviewEdited: (data) => {
      const review = reviews.get(data.reviewId)
      if (review) review.stars = data.rating
    },
    ReviewHeld: (data) => setStatus(data.reviewId, 'PENDING_REVIEW'),
    ReviewHidden: (data) => (checkOwnCase(data.by, data.reviewId), setStatus(data.reviewId, 'HIDDEN')),
    ReviewRemoved: (data) => (checkOwnCase(data.by, data.reviewId), setStatus(data.reviewId, 'REMOVED')),
    ReviewRestored: (data) => (checkOwnCase(data.by, data.reviewId), setStatus(data.reviewId, 'ACTIVE')),
    ReviewFlagged: (data) => {
      if (data.reporterId === data.authorId) addFault('somebody flagged their own review')
      pending.set(data.flagId, data)
    },
    FlagUpheld: flagDecided,
    FlagDismissed: flagDecided,
    [FlagClosed.type]: flagDecided,
    DisputeOpened: ({ reviewId, businessId }) => {
      if (reviews.get(reviewId)?.targetId !== businessId)
        addFault('a review was disputed by a business it is not about')
      disputes.set(reviewId, 'open')
    },
    DisputeUpheld: ({ reviewId, by }) => (checkOwnCase(by, reviewId), disputes.set(reviewId, 'over')),
    DisputeRejected: ({ reviewId, by }) => (checkOwnCase(by, reviewId), disputes.set(reviewId, 'over')),
    DisputeVoided: ({ reviewId }) => disputes.set(reviewId, 'over'),
    CaseOpened: ({ caseId, kind, targetId }) => cases.set(caseId, { kind, targetId, closed: false, claim: null }),
    CaseClaimed: ({ caseId, by, until, at }) => {
      const one = cases.get(caseId)
      if (one?.claim && one.claim.by !== by && at < one.claim.until) addFault(`two moderators held ${caseId} at once`)
      if (one) one.claim = { by, until }
    },
    ClaimReleased: ({ caseId }) => {
      const one = cases.get(caseId)
      if (one) one.claim = null
    },
    CaseClosed: ({ caseId }) => {
      const one = cases.get(caseId)
      if (one === undefined || one.closed) addFault(`a case was closed twice: ${caseId}`)
      else one.closed = true
    },
    ClientRated: (data) => ratings.set(data.ratingId, data),
    RewardIssued: ({ code, clientId, businessId, ruleType, rewardType }) => {
      const of = [clientId, businessId, ruleType, rewardType].join('/')
      if ([...codes.values()].some((one) => one.of === of && one.state !== 'gone')) addFault(`issued twice: ${of}`)
      codes.set(code, { of, state: 'active' })
    },
    RewardRedeemed: ({ code }) => {
      const one = codes.get(code)
      if (one?.state !== 'active') addFault(`a code was spent that was ${one?.state}`)
      else one.state = 'redeemed'
    },
    RewardRevoked: ({ code }) => {
      const one = codes.get(code)
      if (one?.state !== 'active') addFault(`a code was revoked that was ${one?.state}`)
      else one.state = 'gone'
    },
  }
  for (const { event } of log) handlers[event.type]?.(event.data as never)
  return { reviews, ratings, pending, disputes, cases, codes, faults }
}
export type Oracle = ReturnType<typeof oracleOf>

/** Stars of the latest visible review of each author, and the number of visible reviews. @rule Q-50 */
export const expectedScores = ({ reviews }: Oracle) => {
  const latest = new Map<string, ReviewRecord>()
  const live = new Map<string, number>()
  for (const review of reviews.values()) {
    if (review.status !== 'ACTIVE') continue
    live.set(review.targetId, (live.get(review.targetId) ?? 0) + 1)
    latest.set(`${review.authorId}/${review.targetId}`, review)
  }
  const scores = new Map<string, { starSum: number; counted: number; fives: number; live: number }>()
  for (const { targetId, stars } of latest.values()) {
    const { starSum, counted, fives } = scores.get(targetId) ?? { starSum: 0, counted: 0, fives: 0 }
    const sums = { starSum: starSum + stars, counted: counted + 1, fives: fives + Number(stars === 5) }
    scores.set(targetId, { ...sums, live: live.get(targetId) ?? 0 })
  }
  return scores
}

/** Ratings received by each client: number, sum of stars, five-star ratings and rating venues. */
export const expectedStandings = ({ ratings }: Oracle) => {
  const standings = new Map<string, { count: number; sum: number; fives: number; venues: Set<string> }>()
  for (const { clientId, businessId, overall } of ratings.values()) {
    const { count, sum, fives, venues } = standings.get(clientId) ?? { count: 0, sum: 0, fives: 0, venues: new Set() }
    const counted = { count: count + 1, sum: sum + overall, fives: fives + Number(overall === 5) }
    standings.set(clientId, { ...counted, venues: venues.add(businessId) })
  }
  return standings
}

/** One AVA for each tenth counted rating or review given. @rule Q-101 @rule B-30 */
export const expectedRatingsGiven = ({ reviews, ratings }: Oracle) => {
  const given = new Map<string, number>()
  const count = (who: string) => given.set(who, (given.get(who) ?? 0) + 1)
  for (const { authorId, status } of reviews.values())
    if (status === 'ACTIVE' || status === 'PENDING_REVIEW') count(authorId)
  for (const { businessId } of ratings.values()) count(businessId)
  return given
}

/** Reporters who had at least five flags dismissed and three in four of their decided flags. */
export const suspiciousReporters = (log: readonly EventEnvelope<DomainEvent>[]): readonly string[] => {
  const flags = new Map<string, Map<string, boolean>>()
  const suspicious = new Set<string>()
  const decide = (reporter: string, flag: string, dismissed: boolean) => {
    const decided = (flags.get(reporter) ?? new Map<string, boolean>()).set(flag, dismissed)
    flags.set(reporter, decided)
    const lost = [...decided.values()].filter(Boolean).length
    if (lost >= 5 && lost / decided.size >= 3 / 4) suspicious.add(reporter)
  }
  for (const { event } of log) {
    if (event.type === 'FlagDismissed') decide(event.data.reporterId, event.data.flagId, true)
    if (event.type === 'FlagUpheld') decide(event.data.reporterId, event.data.flagId, false)
    if (event.type === FlagOverturned.type)
      decide(event.data.reporterId, event.data.flagId, event.data.outcome === 'DISMISSED')
  }
  return [...suspicious].sort()
}
