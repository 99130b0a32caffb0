import { randomUUID } from 'node:crypto'
import { commands } from '../../../application/all.ts'
import { appealEmailsPolicy } from '../../../application/moderation/decision-emails.policy.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { AppealOutcome, Measure } from '../../../domain/moderation/vocabulary.ts'
import { inMemoryApplication, unwrap } from '../application.ts'

/** Ada wrote about Rosa's house; Bea and Carlo may have reported it. Ugo decides first, Lia the appeal, Nina the second. */
export const parties = ['ada', 'bea', 'carlo', 'rosa'] as const
export type Party = (typeof parties)[number]

/** What was decided first. */
export type FirstDecision =
  | 'no action on one report'
  | 'no action on two reports'
  | 'a report upheld'
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
  const { reviewId } = unwrap(await app.as('ada', commands.submitReview, submission))

  const deeds = moderationSteps(app, reviewId)
  const latestId = async (...types: readonly string[]) =>
    (await app.log()).findLast(({ event }) => types.includes(event.type))?.id ?? ''
  const lodge = async (who: string, decisionId: string, text = `Non sono d’accordo: ${who}.`) =>
    app.as(who, commands.lodgeAppeal, { decisionId, text })

  /** Whatever of the decisions so far this person may appeal against, and did. */
  const appeals = async (who: Party): Promise<boolean> => {
    const decisions = (await app.log()).filter(({ event }) => appealableEvents.has(event.type))
    for (const { id } of decisions.toReversed()) if (E.isRight(await lodge(who, id))) return true
    return false
  }
  return {
    app,
    reviewId,
    ...deeds,
    latestId,
    lodge,
    appealAll: async () => {
      const able: Party[] = []
      for (const who of parties) if (await appeals(who)) able.push(who)
      return able.join(' ')
    },
    decide: async (by: string, outcome: AppealOutcome, measure: Measure | null = null) => {
      const decisionId = (await app.events('AppealLodged')).at(-1)?.decisionId ?? ''
      const reason = 'Abbiamo riletto tutto con attenzione.'
      return app.as(by, commands.decideAppeal, { decisionId, outcome, measure, reason })
    },
    status: async (): Promise<Measure> => {
      const last = (await app.log()).findLast(({ event }) => event.type in measureByEvent)?.event.type
      return last === undefined ? 'VISIBLE' : measureByEvent[last as keyof typeof measureByEvent]
    },
    /** Whom the latest end of an appeal was told. */
    told: async () => {
      const ends = new Set(['AppealDecided', 'AppealVoided'])
      const last = (await app.log()).findLast(({ event }) => ends.has(event.type))
      const letters = last === undefined ? [] : (appealEmailsPolicy().effects?.(last as never) ?? [])
      return letters.map(({ data }) => data['accountId']).join(' ')
    },
  }
}

const measureByEvent = { ReviewHidden: 'HIDDEN', ReviewRemoved: 'REMOVED', ReviewRestored: 'VISIBLE' } as const
const appealableEvents: ReadonlySet<string> = new Set([
  'FlagDismissed',
  'FlagReviewed',
  'ReviewHidden',
  'ReviewRemoved',
  'DisputeRejected',
  'AppealDecided',
])

const moderationSteps = (app: ReturnType<typeof inMemoryApplication>, reviewId: string) => {
  const report = async (...reporters: readonly string[]) => {
    for (const reporter of reporters) {
      const flag = { flagId: `flag-of-${reporter}`, reviewId, reason: 'FAKE', note: null } as const
      unwrap(await app.as(reporter, commands.flagReview, flag))
    }
  }
  const answer = async (outcome: 'DISMISSED' | 'REVIEWED' | 'UPHELD', reporter: string, by = 'ugo') =>
    unwrap(await app.as(by, commands.decideFlag, { flagId: `flag-of-${reporter}`, outcome, notes: null }))
  const moderate = async (to: 'HIDDEN' | 'REMOVED' | 'ACTIVE', by = 'ugo') =>
    unwrap(await app.as(by, commands.moderateReview, { reviewId, to, notes: null }))
  const dispute = async (status: 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED') => {
    const objection = {
      reviewId,
      reason: 'UNFAIR_RATING',
      message: 'Non ha mai dormito da noi.',
      evidenceUrls: [],
    } as const
    unwrap(await app.as('rosa', commands.openDispute, objection))
    const ruling = { disputeId: reviewId, status, moderatorNotes: null, resolution: null }
    unwrap(await app.as('ugo', commands.decideDispute, ruling))
  }
  const firsts: Readonly<Record<FirstDecision, () => Promise<unknown>>> = {
    'no action on one report': async () => {
      await report('bea')
      await answer('DISMISSED', 'bea')
    },
    'no action on two reports': async () => {
      await report('bea', 'carlo')
      await answer('DISMISSED', 'bea')
      await answer('REVIEWED', 'carlo')
    },
    'a report upheld': async () => {
      await report('bea')
      await answer('UPHELD', 'bea')
    },
    'hidden by a moderator': () => moderate('HIDDEN'),
    'removed, as two had asked': async () => {
      await report('bea', 'carlo')
      await moderate('REMOVED')
    },
    'a dispute upheld': () => dispute('RESOLVED_UPHELD'),
    'a dispute rejected': () => dispute('RESOLVED_REJECTED'),
  }
  return { report, answer, moderate, dispute, first: (which: FirstDecision) => firsts[which]() }
}

export interface AppealCase {
  readonly first: FirstDecision
  readonly by: string
  readonly outcome: AppealOutcome
  readonly measure?: Measure
  /** What becomes of the review, and who hears of it. */
  readonly review: Measure
  readonly told: string
  /** Who may appeal next; nobody where it is final. */
  readonly next: string
}
const appealCase = (
  first: AppealCase['first'],
  by: string,
  how: string,
  review: Measure,
  toldTo: string,
  next: string,
): AppealCase => {
  const [outcome, measure] = how.split(' → ') as [AppealOutcome, Measure?]
  return { first, by, outcome, ...(measure && { measure }), review, told: toldTo, next }
}

/** First decision, who may appeal, outcome → the review, who is told, who may appeal next. */
export const appealMatrix: readonly AppealCase[] = [
  appealCase('no action on one report', 'bea', 'UPHELD', 'VISIBLE', 'bea', ''),
  appealCase('no action on one report', 'bea', 'OVERTURNED', 'HIDDEN', 'bea ada', 'ada'),
  appealCase('no action on one report', 'bea', 'OVERTURNED → REMOVED', 'REMOVED', 'bea ada', 'ada'),
  appealCase('no action on two reports', 'bea carlo', 'UPHELD', 'VISIBLE', 'bea carlo', ''),
  appealCase('no action on two reports', 'bea carlo', 'OVERTURNED', 'HIDDEN', 'bea carlo ada', 'ada'),
  appealCase('a report upheld', 'ada', 'UPHELD', 'HIDDEN', 'ada', ''),
  appealCase('a report upheld', 'ada', 'OVERTURNED', 'VISIBLE', 'ada bea', 'bea'),
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

/** What a reversal, appealed in its turn, comes to; then it is final. */
export const secondAppeals = appealMatrix
  .filter(({ next }) => next !== '')
  .flatMap((first) => {
    const [other, winners] = [first.next, first.by]
    const back = first.review === 'VISIBLE' ? (other === 'rosa' ? 'REMOVED' : 'HIDDEN') : 'VISIBLE'
    return [
      { ...first, then: 'UPHELD' as const, last: first.review, hear: other },
      { ...first, then: 'OVERTURNED' as const, last: back, hear: `${other} ${winners}` },
    ]
  })
