import { FlagClosed } from '../../../domain/reviews/review-state.ts'
import { randomUUID } from 'node:crypto'
import { useCases } from '../../../application/all.ts'
import { appealEmailsPolicy } from '../../../application/moderation/decision-emails.policy.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { AppealOutcome, Measure } from '../../../domain/moderation/vocabulary.ts'
import { inMemoryApplication, unwrap } from '../application.ts'

/** Ada reviewed Rosa's hotel; Bea and Carlo may flag it. Ugo takes the first decision, Lia decides the appeal, Nina the second. */
export const parties = ['ada', 'bea', 'carlo', 'rosa'] as const
export type Party = (typeof parties)[number]

/** The decision under appeal. */
export type FirstDecision =
  | 'no action on one flag'
  | 'no action on two flags'
  | 'a flag upheld'
  | 'hidden by a moderator'
  | 'removed, as two had asked'
  | 'a dispute upheld'
  | 'a dispute rejected'

export type AppealScenario = Awaited<ReturnType<typeof appealScenario>>

export const appealScenario = async () => {
  const app = inMemoryApplication()
  for (const client of ['ada', 'bea', 'carlo']) await app.client(client)
  await app.business('rosa')
  for (const moderator of ['ugo', 'lia', 'nina']) await app.moderator(moderator)
  const words = { rating: 2, comment: 'Camera rumorosa', reasonCode: 'SERVICE', reasonTags: [] } as const
  const target = { targetType: 'BUSINESS', targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' } as const
  const submission = { reviewId: randomUUID(), ...words, ...target }
  const { reviewId } = unwrap(await app.as('ada', useCases.submitReview, submission))

  const steps = moderationSteps(app, reviewId)
  const latestId = async (...types: readonly string[]) =>
    (await app.log()).findLast(({ event }) => types.includes(event.type))?.id ?? ''
  const lodgeAppeal = async (who: string, decisionId: string, text = `Non sono d’accordo: ${who}.`) =>
    app.as(who, useCases.lodgeAppeal, { decisionId, text })

  /** Appeals against the latest decision the party may appeal against; false if there is none. */
  const appeals = async (who: Party): Promise<boolean> => {
    const decisions = (await app.log()).filter(({ event }) => appealableEvents.has(event.type))
    for (const { id } of decisions.toReversed()) if (E.isRight(await lodgeAppeal(who, id))) return true
    return false
  }
  return {
    app,
    reviewId,
    ...steps,
    latestId,
    lodgeAppeal,
    appealAll: async () => {
      const appellants: Party[] = []
      for (const party of parties) if (await appeals(party)) appellants.push(party)
      return appellants.join(' ')
    },
    decide: async (by: string, outcome: AppealOutcome, measure: Measure | null = null) => {
      const decisionId = (await app.events('AppealLodged')).at(-1)?.decisionId ?? ''
      const facts = 'Abbiamo riletto tutto con attenzione.'
      return app.as(by, useCases.decideAppeal, { decisionId, outcome, measure, facts })
    },
    status: async (): Promise<Measure> => {
      const last = (await app.log()).findLast(({ event }) => event.type in measureByEvent)?.event.type
      return last === undefined ? 'VISIBLE' : measureByEvent[last as keyof typeof measureByEvent]
    },
    /** Recipients of the e-mail about the appeal that ended last. */
    notified: async () => {
      const endings = new Set(['AppealDecided', 'AppealVoided'])
      const last = (await app.log()).findLast(({ event }) => endings.has(event.type))
      const emails = last === undefined ? [] : (appealEmailsPolicy().effects?.(last as never) ?? [])
      return emails.map(({ data }) => data['accountId']).join(' ')
    },
  }
}

const measureByEvent = { ReviewHidden: 'HIDDEN', ReviewRemoved: 'REMOVED', ReviewRestored: 'VISIBLE' } as const
const appealableEvents: ReadonlySet<string> = new Set([
  'FlagDismissed',
  FlagClosed.type,
  'ReviewHidden',
  'ReviewRemoved',
  'DisputeRejected',
  'AppealDecided',
])

const moderationSteps = (app: ReturnType<typeof inMemoryApplication>, reviewId: string) => {
  const flag = async (...reporters: readonly string[]) => {
    for (const reporter of reporters) {
      const command = { flagId: `flag-of-${reporter}`, reviewId, reason: 'FAKE', note: null } as const
      unwrap(await app.as(reporter, useCases.flagReview, command))
    }
  }
  const decideFlag = async (outcome: 'DISMISSED' | 'REVIEWED' | 'UPHELD', reporter: string, by = 'ugo') =>
    unwrap(await app.as(by, useCases.decideFlag, { flagId: `flag-of-${reporter}`, outcome, notes: null }))
  const moderate = async (to: 'HIDDEN' | 'REMOVED' | 'ACTIVE', by = 'ugo') =>
    unwrap(await app.as(by, useCases.moderateReview, { reviewId, to, notes: null }))
  const dispute = async (status: 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED') => {
    const objection = {
      reviewId,
      reason: 'UNFAIR_RATING',
      message: 'Non ha mai dormito da noi.',
      evidenceUrls: [],
    } as const
    unwrap(await app.as('rosa', useCases.openDispute, objection))
    const ruling = { disputeId: reviewId, status, moderatorNotes: null, resolution: null }
    unwrap(await app.as('ugo', useCases.setDisputeStatus, ruling))
  }
  const firsts: Readonly<Record<FirstDecision, () => Promise<unknown>>> = {
    'no action on one flag': async () => {
      await flag('bea')
      await decideFlag('DISMISSED', 'bea')
    },
    'no action on two flags': async () => {
      await flag('bea', 'carlo')
      await decideFlag('DISMISSED', 'bea')
      await decideFlag('REVIEWED', 'carlo')
    },
    'a flag upheld': async () => {
      await flag('bea')
      await decideFlag('UPHELD', 'bea')
    },
    'hidden by a moderator': () => moderate('HIDDEN'),
    'removed, as two had asked': async () => {
      await flag('bea', 'carlo')
      await moderate('REMOVED')
    },
    'a dispute upheld': () => dispute('RESOLVED_UPHELD'),
    'a dispute rejected': () => dispute('RESOLVED_REJECTED'),
  }
  return { flag, decideFlag, moderate, dispute, decideFirst: (decision: FirstDecision) => firsts[decision]() }
}

export interface AppealCase {
  readonly first: FirstDecision
  readonly by: string
  readonly outcome: AppealOutcome
  readonly measure?: Measure
  /** The review's resulting status. */
  readonly review: Measure
  /** Recipients of the e-mail. */
  readonly notified: string
  /** Parties who may appeal next; empty if the decision is final. */
  readonly next: string
}
const appealCase = (
  first: AppealCase['first'],
  by: string,
  how: string,
  review: Measure,
  notified: string,
  next: string,
): AppealCase => {
  const [outcome, measure] = how.split(' → ') as [AppealOutcome, Measure?]
  return { first, by, outcome, ...(measure && { measure }), review, notified, next }
}

/** First decision, appellants, outcome; then the review's status, the recipients and the next appellants. */
export const appealMatrix: readonly AppealCase[] = [
  appealCase('no action on one flag', 'bea', 'UPHELD', 'VISIBLE', 'bea', ''),
  appealCase('no action on one flag', 'bea', 'OVERTURNED', 'HIDDEN', 'bea ada', 'ada'),
  appealCase('no action on one flag', 'bea', 'OVERTURNED → REMOVED', 'REMOVED', 'bea ada', 'ada'),
  appealCase('no action on two flags', 'bea carlo', 'UPHELD', 'VISIBLE', 'bea carlo', ''),
  appealCase('no action on two flags', 'bea carlo', 'OVERTURNED', 'HIDDEN', 'bea carlo ada', 'ada'),
  appealCase('a flag upheld', 'ada', 'UPHELD', 'HIDDEN', 'ada', ''),
  appealCase('a flag upheld', 'ada', 'OVERTURNED', 'VISIBLE', 'ada bea', 'bea'),
  appealCase('hidden by a moderator', 'ada', 'UPHELD', 'HIDDEN', 'ada', ''),
  appealCase('hidden by a moderator', 'ada', 'OVERTURNED', 'VISIBLE', 'ada', ''),
  appealCase('removed, as two had asked', 'ada', 'UPHELD', 'REMOVED', 'ada', ''),
  appealCase('removed, as two had asked', 'ada', 'PARTLY', 'HIDDEN', 'ada', ''),
  appealCase('removed, as two had asked', 'ada', 'OVERTURNED', 'VISIBLE', 'ada bea carlo', 'bea carlo'),
  appealCase('a dispute upheld', 'ada', 'UPHELD', 'REMOVED', 'ada', ''),
  appealCase('a dispute upheld', 'ada', 'PARTLY', 'HIDDEN', 'ada', ''),
  appealCase('a dispute upheld', 'ada', 'OVERTURNED', 'VISIBLE', 'ada rosa', 'rosa'),
  appealCase('a dispute rejected', 'rosa', 'UPHELD', 'VISIBLE', 'rosa', ''),
  appealCase('a dispute rejected', 'rosa', 'PARTLY', 'HIDDEN', 'rosa ada', 'ada'),
  appealCase('a dispute rejected', 'rosa', 'OVERTURNED', 'REMOVED', 'rosa ada', 'ada'),
]

/** Outcomes of a second appeal, against a ruling that overturned the decision. They are final. */
export const secondAppeals = appealMatrix
  .filter(({ next }) => next !== '')
  .flatMap((first) => {
    const [losers, winners] = [first.next, first.by]
    const restored = first.review === 'VISIBLE' ? (losers === 'rosa' ? 'REMOVED' : 'HIDDEN') : 'VISIBLE'
    return [
      { ...first, then: 'UPHELD' as const, last: first.review, lastNotified: losers },
      { ...first, then: 'OVERTURNED' as const, last: restored, lastNotified: `${losers} ${winners}` },
    ]
  })
