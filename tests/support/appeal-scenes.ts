import { randomUUID } from 'node:crypto'
import { capabilities } from '../../application/capabilities.ts'
import { appealLettersPolicy } from '../../application/policies/appeals.policy.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { AppealOutcome, Measure } from '../../domain/moderation/appeal/measures.ts'
import { application, right } from './application.ts'

/** Ada wrote about Rosa's house; Bea and Carlo may have reported it. Ugo decides first, Lia the appeal, Nina the second. */
export const people = ['ada', 'bea', 'carlo', 'rosa'] as const
export type Person = (typeof people)[number]

/** What was decided first. */
export type First =
  | 'no action on one report'
  | 'no action on two reports'
  | 'a report upheld'
  | 'hidden by a moderator'
  | 'removed, as two had asked'
  | 'a dispute upheld'
  | 'a dispute rejected'

export type Scene = Awaited<ReturnType<typeof appealScene>>

export const appealScene = async () => {
  const app = application()
  for (const client of ['ada', 'bea', 'carlo']) await app.client(client)
  await app.business('rosa')
  for (const moderator of ['ugo', 'lia', 'nina']) await app.moderator(moderator)
  const words = { rating: 2, comment: 'Camera rumorosa', reasonCode: 'SERVICE', reasonTags: [] } as const
  const target = { targetType: 'BUSINESS', targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' } as const
  const submission = { reviewId: randomUUID(), ...words, ...target }
  const { reviewId } = right(await app.as('ada', capabilities.submitReview, submission))

  const deeds = deedsIn(app, reviewId)
  const latestId = async (...types: readonly string[]) =>
    (await app.log()).findLast(({ event }) => types.includes(event.type))?.id ?? ''
  const lodge = async (who: string, decisionId: string, text = `Non sono d’accordo: ${who}.`) =>
    app.as(who, capabilities.lodgeAppeal, { decisionId, text })

  /** Whatever of the decisions so far this person may appeal against, and did. */
  const appeals = async (who: Person): Promise<boolean> => {
    const decisions = (await app.log()).filter(({ event }) => appealable.has(event.type))
    for (const { id } of decisions.toReversed()) if (E.isRight(await lodge(who, id))) return true
    return false
  }
  return {
    app,
    reviewId,
    ...deeds,
    latestId,
    lodge,
    allWhoMay: async () => {
      const able: Person[] = []
      for (const who of people) if (await appeals(who)) able.push(who)
      return able.join(' ')
    },
    decide: async (by: string, outcome: AppealOutcome, measure: Measure | null = null) => {
      const decisionId = (await app.events('AppealLodged')).at(-1)?.decisionId ?? ''
      const reason = 'Abbiamo riletto tutto con attenzione.'
      return app.as(by, capabilities.decideAppeal, { decisionId, outcome, measure, reason })
    },
    status: async (): Promise<Measure> => {
      const last = (await app.log()).findLast(({ event }) => event.type in measures)?.event.type
      return last === undefined ? 'VISIBLE' : measures[last as keyof typeof measures]
    },
    /** Whom the latest end of an appeal was told. */
    told: async () => {
      const ends = new Set(['AppealDecided', 'AppealVoided'])
      const last = (await app.log()).findLast(({ event }) => ends.has(event.type))
      const letters = last === undefined ? [] : (appealLettersPolicy().effects?.(last as never) ?? [])
      return letters.map(({ data }) => data['accountId']).join(' ')
    },
  }
}

const measures = { ReviewHidden: 'HIDDEN', ReviewRemoved: 'REMOVED', ReviewRestored: 'VISIBLE' } as const
const appealable: ReadonlySet<string> = new Set([
  'FlagDismissed',
  'FlagReviewed',
  'ReviewHidden',
  'ReviewRemoved',
  'DisputeRejected',
  'AppealDecided',
])

const deedsIn = (app: ReturnType<typeof application>, reviewId: string) => {
  const report = async (...reporters: readonly string[]) => {
    for (const reporter of reporters) {
      const flag = { flagId: `flag-of-${reporter}`, reviewId, reason: 'FAKE', note: null } as const
      right(await app.as(reporter, capabilities.flagReview, flag))
    }
  }
  const answer = async (outcome: 'DISMISSED' | 'REVIEWED' | 'UPHELD', reporter: string, by = 'ugo') =>
    right(await app.as(by, capabilities.decideFlag, { flagId: `flag-of-${reporter}`, outcome, notes: null }))
  const moderate = async (to: 'HIDDEN' | 'REMOVED' | 'ACTIVE', by = 'ugo') =>
    right(await app.as(by, capabilities.moderateReview, { reviewId, to, notes: null }))
  const dispute = async (status: 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED') => {
    const objection = {
      reviewId,
      reason: 'UNFAIR_RATING',
      message: 'Non ha mai dormito da noi.',
      evidenceUrls: [],
    } as const
    right(await app.as('rosa', capabilities.openDispute, objection))
    const ruling = { disputeId: reviewId, status, moderatorNotes: null, resolution: null }
    right(await app.as('ugo', capabilities.decideDispute, ruling))
  }
  const firsts: Readonly<Record<First, () => Promise<unknown>>> = {
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
  return { report, answer, moderate, dispute, first: (which: First) => firsts[which]() }
}
