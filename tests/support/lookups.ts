import type { DomainEvent } from '../../application/event-registry.ts'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { payoutLookups, stayLookups } from './ava/lookups.ts'
import { caseLookups } from './moderation/lookups.ts'
import { privacyLookups } from './privacy/lookups.ts'
import { scoreLookups } from './reviews/lookups.ts'

/** Every lookup, answered from the log itself. */
export const logLookups = (log: () => Promise<readonly EventEnvelope<DomainEvent>[]>): Lookups => {
  const kept = new Map<string, unknown[]>()
  let kepts = 0
  const keep = async () => {
    for (const { event } of (await log()).slice(kepts)) {
      kepts++
      const same = kept.get(event.type)
      if (same) same.push(event.data)
      else kept.set(event.type, [event.data])
    }
  }
  type Of = <T extends DomainEvent['type']>(type: T) => readonly Extract<DomainEvent, { type: T }>['data'][]
  const of: Of = (type) => (kept.get(type) ?? []) as never
  /** Those their client may know of. */
  const shown = () => {
    const released = new Set(of('RatingsReleased').flatMap(({ ratings }) => ratings))
    return of('ClientRated').filter(({ held, ratingId }) => !held || released.has(ratingId))
  }
  const from = <A>(answer: () => A) =>
    TE.fromTask(async () => {
      await keep()
      return answer()
    })
  return {
    cases: caseLookups(log),
    privacy: privacyLookups(log),
    accountOfClient: (clientId) =>
      from(() => of('ClientRegistered').find((one) => one.clientId === clientId)?.accountId ?? null),
    accountsWithPhone: (kind, phone) =>
      from(() =>
        of(kind === 'client' ? 'ClientRegistered' : 'BusinessRegistered').flatMap((one) =>
          one.phone === phone ? [one.accountId] : [],
        ),
      ),
    isClientOf: (businessId, clientId) =>
      from(() => of('ClientRated').some((one) => one.businessId === businessId && one.clientId === clientId)),
    isKnownTo: (clientId, businessId) =>
      from(() => shown().some((one) => one.businessId === businessId && one.clientId === clientId)),
    clientOfCode: (code) => from(() => of('RewardIssued').find((one) => one.code === code)?.clientId ?? null),
    recordOfReporter: (accountId) =>
      from(() => ({
        upheld: of('FlagUpheld').filter(({ reporterId }) => reporterId === accountId).length,
        dismissed: of('FlagDismissed').filter(({ reporterId }) => reporterId === accountId).length,
      })),
    hasHistory: ({ accountId, clientId }) =>
      from(
        () =>
          of('ReviewSubmitted').some(({ authorId }) => authorId === accountId) ||
          shown().some((one) => one.clientId === clientId),
      ),
    accountOfSanction: (sanctionId) =>
      from(
        () =>
          [...of('WarningIssued'), ...of('SuspensionImposed'), ...of('PermanentSuspensionImposed')].find(
            (one) => one.sanctionId === sanctionId,
          )?.accountId ?? null,
      ),
    accountsWithExpiredSanctions: (now) =>
      from(() => of('SuspensionImposed').flatMap(({ accountId, until }) => (until <= now ? [accountId] : []))),
    reviewOfFlag: (flagId) => from(() => of('ReviewFlagged').find((one) => one.flagId === flagId)?.reviewId ?? null),
    decisionStream: (decisionId) =>
      TE.fromTask(async () => {
        const found = (await log()).find(({ id }) => id === decisionId)
        const [, kind = '', id = ''] = /^(review|dispute|appeal)-(.+)$/.exec(found?.stream ?? '') ?? []
        return kind === '' ? null : { kind: kind as 'review', id }
      }),
    openAppealsOf: (reviewId) =>
      from(() => {
        const closed = new Set([...of('AppealDecided'), ...of('AppealVoided')].map(({ decisionId }) => decisionId))
        const lodged = of('AppealLodged').flatMap((one) => (one.reviewId === reviewId ? [one.decisionId] : []))
        return [...new Set(lodged)].filter((id) => !closed.has(id))
      }),
    bookingsToComplete: () => TE.right([]),
    ...payoutLookups(log),
    clientsWithExpiredRewards: () => TE.right([]),
    ...scoreLookups(log),
    ...stayLookups(log),
    venueScore: (targetId) => TE.fromTask(async () => scoreFrom(await log(), targetId)),
    venueScoresAt: (targetId, places) =>
      TE.fromTask(async () => {
        const all = await log()
        return places.map((place) =>
          scoreFrom(
            all.filter(({ position }) => position <= place),
            targetId,
          ),
        )
      }),
    clientsWithHeldRatings: (upTo) =>
      from(() => {
        const seen = new Set(shown())
        const waiting = of('ClientRated').filter((one) => !seen.has(one) && one.at <= upTo)
        return [...new Set(waiting.map(({ clientId }) => clientId))]
      }),
    ratingsGivenBy: (businessId) => from(() => of('ClientRated').filter((one) => one.businessId === businessId)),
  }
}

const scoreFrom = (log: readonly EventEnvelope<DomainEvent>[], targetId: string) => {
  const changes = log.flatMap(({ event }) =>
    event.type === 'OpinionChanged' && event.data.targetId === targetId ? [event.data] : [],
  )
  const sum = changes.reduce((all, { before, after }) => all + (after ?? 0) - (before ?? 0), 0)
  const raters = changes.reduce((all, { before, after }) => all + Number(after !== null) - Number(before !== null), 0)
  return { sum, raters }
}
