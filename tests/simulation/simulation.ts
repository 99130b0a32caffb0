import { FlagClosed } from '../../domain/reviews/review-state.ts'
import { randomUUID } from 'node:crypto'
import { useCases } from '../../application/all.ts'
import type { DomainEvent } from '../../application/event-registry.ts'
import type { RuleSettings } from '../../application/rule-settings.ts'
import { recheckCases } from '../../application/moderation/case-deadlines.ts'
import { releaseDueRatings } from '../../application/ratings/guest-ratings.ts'
import { expireDueSanctions } from '../../application/sanctions/sanctions.ts'
import type { AppFailure, UseCaseWithAccess } from '../../application/use-case.ts'
import { E } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { plusDays, utcDay } from '../../domain/kernel/time.ts'
import { inMemoryApplication, unwrap } from '../support/application.ts'
import type { Action } from './actions.ts'

export interface PopulationSize {
  readonly businesses: number
  readonly clients: number
}

/** Executes a command for an account; null if a rule rejects it. */
export type Execute = <I, O>(what: string, who: string, command: UseCaseWithAccess<I, O>, input: I) => Promise<O | null>

/** Two of the businesses are moderators; they are also reviewed, write reviews and flag. */
const moderatorIds = ['b0', 'b1'] as const

/** The moderators compete with no other business. */
const marketOf = (n: number) =>
  n < moderatorIds.length ? ({ businessType: 'altro', province: ['AO', 'TN'][n] ?? null } as const) : {}

/** Simulates businesses and clients on the complete application: any account may send any command, and any process may crash. */
export const startSimulation = async (
  { businesses, clients }: PopulationSize,
  ruleSettings: Partial<RuleSettings> = {},
) => {
  let reactionsUntilCrash = 0
  const app = inMemoryApplication({
    ...ruleSettings,
    crashes: () => reactionsUntilCrash > 0 && reactionsUntilCrash-- === 1,
  })
  const failures: AppFailure[] = []
  const reviews: { readonly reviewId: string; readonly authorId: string; readonly targetId: string }[] = []
  const codes: { readonly code: string; readonly owner: string; readonly venue: string }[] = []
  const accepted = new Map<string, number>()
  for (let n = 0; n < businesses; n++) await app.business(`b${n}`, marketOf(n))
  for (let n = 0; n < clients; n++) await app.client(`c${n}`)
  for (const who of moderatorIds) await app.promote(who)

  const execute: Execute = async (what, who, command, input) => {
    const answer = await app.as(who, command, input)
    if (E.isRight(answer)) {
      accepted.set(what, (accepted.get(what) ?? 0) + 1)
      return answer.right
    }
    if (answer.left.type !== 'Rejected') failures.push(answer.left)
    return null
  }
  const business = (n: number) => `b${n % businesses}`
  const client = (n: number) => `c${n % clients}`
  const anybody = (n: number) => (n % 3 === 0 ? business(n) : client(n))
  const recent = (n: number) => reviews.at(-1 - (n % Math.min(Math.max(reviews.length, 1), 40)))
  const moderator = (n: number) => moderatorIds[n % 2 === 0 ? 0 : 1]

  const perform: Readonly<Record<Action['kind'], (action: Action) => Promise<unknown>>> = {
    review: async ({ who, whom, stars, open }) => {
      const targetId = business(whom % 7 === 0 ? whom : whom % 12)
      const words = { rating: stars, comment: `Parere ${who}`, reasonCode: 'SERVICE', reasonTags: ['cena'] } as const
      const visibility = open ? 'PUBLIC_ANONYMOUS' : 'PRIVATE_TO_BUSINESS'
      const about = { reviewId: randomUUID(), targetType: 'BUSINESS', targetId, visibility } as const
      const authorId = anybody(who)
      const submitted = await execute('review', authorId, useCases.submitReview, { ...about, ...words })
      if (submitted === null) return
      reviews.push({ ...about, authorId })
      codes.push(...submitted.newlyIssuedRewards.map(({ code }) => ({ code, owner: authorId, venue: targetId })))
    },
    edit: ({ who, whom, stars }) => {
      const { reviewId, authorId } = recent(whom) ?? missingReview
      const editor = who % 10 === 0 ? anybody(who) : authorId
      return execute('edit', editor, useCases.editReview, { reviewId, changes: { rating: stars } })
    },
    rate: ({ who, whom, stars, day }) => {
      const scores = { overall: stars, punctuality: 8, kindness: 9, payment: 10, roomCondition: 7 }
      const stay = { stayType: 'leisure', stayDate: utcDay(plusDays(app.now(), -(day % 20))) } as const
      const guest = { client: { accountId: client(whom) }, comment: null }
      return execute('rate', business(who), useCases.rateClient, { ...guest, ...scores, ...stay })
    },
    flag: ({ who, whom }) =>
      execute('flag', anybody(who), useCases.flagReview, {
        flagId: randomUUID(),
        reviewId: (recent(whom) ?? missingReview).reviewId,
        reason: 'FAKE',
        note: null,
      }),
    dispute: ({ whom }) => {
      const { reviewId, targetId } = recent(whom) ?? missingReview
      const complaint = { message: 'Non risulta tra i nostri ospiti.', evidenceUrls: [] }
      return execute('dispute', targetId, useCases.openDispute, { reviewId, reason: 'INCORRECT_INFO', ...complaint })
    },
    redeem: async ({ who, whom, open }) => {
      const one = codes.at(-1 - (whom % Math.max(codes.length, 1)))
      if (one === undefined) return
      const bearer = who % 10 === 0 ? anybody(who) : open ? one.owner : one.venue
      await execute('redeem', bearer, useCases.redeemReward, { code: one.code })
    },
    moderate: ({ who, whom, stars }) =>
      execute('moderate', moderator(who), useCases.moderateReview, {
        reviewId: (recent(whom) ?? missingReview).reviewId,
        to: stars < 2 ? 'REMOVED' : stars < 4 ? 'HIDDEN' : 'ACTIVE',
        notes: null,
      }),
    decide: async (action) => decideOne(action),
    ...appealActions({ app, execute, anybody, business, moderator }),
  }

  /** Both moderators may decide the same case concurrently. */
  const decideOne = async ({ who, whom, stars, open }: Action) => {
    const waiting = await openCases(app)
    const one = waiting[whom % Math.max(waiting.length, 1)]
    if (one === undefined) return
    const chosenIds = open ? [moderator(who)] : [...moderatorIds]
    await Promise.all(
      chosenIds.map(async (moderatorId) => {
        await execute('claim', moderatorId, useCases.claimCase, { caseId: one.caseId })
        if (one.kind === 'DISPUTE')
          await execute('decide dispute', moderatorId, useCases.setDisputeStatus, {
            disputeId: one.targetId,
            status: stars > 3 ? 'RESOLVED_UPHELD' : stars > 1 ? 'RESOLVED_REJECTED' : 'UNDER_REVIEW',
            moderatorNotes: null,
            resolution: null,
          })
        else
          for (const flagId of await pendingFlagsOf(app, one.targetId))
            await execute('decide flag', moderatorId, useCases.decideFlag, {
              flagId,
              outcome: stars > 4 ? 'UPHELD' : stars > 1 ? 'DISMISSED' : 'REVIEWED',
              notes: null,
            })
      }),
    )
  }

  return {
    app,
    failures,
    accepted,
    /** Runs the actions of one step concurrently; after `crashAfter` reactions one is lost. */
    step: async (actions: readonly Action[], crashAfter: number) => {
      reactionsUntilCrash = crashAfter
      await Promise.all(actions.map((action) => perform[action.kind](action)))
      reactionsUntilCrash = 0
    },
    /** Runs the scheduled tasks due before the next day. */
    night: async () => {
      for (const due of [expireDueSanctions, releaseDueRatings, recheckCases]) unwrap(await due(app.services)())
      app.later(1)
    },
  }
}

/** A review id that does not exist yet. */
const missingReview = { reviewId: 'nothing', authorId: 'b0', targetId: 'b0' }

export type Simulation = Awaited<ReturnType<typeof startSimulation>>
export type TestApplication = ReturnType<typeof inMemoryApplication>

const openCases = async (app: TestApplication) => {
  const closed = new Set((await app.events('CaseClosed')).map(({ caseId }) => caseId))
  return (await app.events('CaseOpened')).filter(({ caseId }) => !closed.has(caseId)).slice(-30)
}

const pendingFlagsOf = async (app: TestApplication, reviewId: string) => {
  const decided = await Promise.all(
    (['FlagUpheld', 'FlagDismissed', FlagClosed.type] as const).map((type) => app.events(type)),
  )
  const decidedIds = new Set(decided.flat().map(({ flagId }) => flagId))
  return (await app.events('ReviewFlagged')).flatMap((flag) =>
    flag.reviewId === reviewId && !decidedIds.has(flag.flagId) ? [flag.flagId] : [],
  )
}

interface ActionContext {
  readonly app: TestApplication
  readonly execute: Execute
  readonly anybody: (n: number) => string
  readonly business: (n: number) => string
  readonly moderator: (n: number) => string
}
type AppealActionKind = 'appeal' | 'decideAppeal' | 'appealSanction' | 'decideSanctionAppeal' | 'exclude' | 'include'

const appealableEvents: ReadonlySet<DomainEvent['type']> = new Set([
  'ReviewHidden',
  'ReviewRemoved',
  'ReviewRestored',
  'FlagUpheld',
  'FlagDismissed',
  'DisputeUpheld',
  'DisputeRejected',
  'AppealDecided',
])
const appealText = 'Chiedo che la decisione sia guardata un’altra volta, da qualcun altro.'

/** What follows decisions: appeals of both kinds, and periods excluded from a score and restored. */
const appealActions = ({
  app,
  execute,
  anybody,
  business,
  moderator,
}: ActionContext): Readonly<Record<AppealActionKind, (action: Action) => Promise<unknown>>> => ({
  appeal: async ({ who, whom }) => {
    const decisions = (await app.log()).filter(({ event }) => appealableEvents.has(event.type))
    const one = oneOfRecent(decisions, whom)
    if (one === null) return
    const concerned = partiesOf(one.event)
    const appellant = who % 10 === 0 ? anybody(who) : (concerned[who % concerned.length] ?? anybody(who))
    await execute('appeal', appellant, useCases.lodgeAppeal, { decisionId: one.id, text: appealText })
  },
  /** Both moderators may decide it concurrently, although one took the appealed decision. */
  decideAppeal: async ({ who, whom, stars, open }) => {
    const decisionId = oneOfRecent(await openAppeals(app), whom)
    if (decisionId === null) return
    const outcome = stars > 3 ? 'OVERTURNED' : stars > 2 ? 'PARTLY' : 'UPHELD'
    await Promise.all(
      moderatorsFor({ who, open }, moderator).map(async (moderatorId) => {
        if (who % 2 === 0) await execute('take appeal', moderatorId, useCases.takeAppealUnderReview, { decisionId })
        const ruling = { decisionId, outcome, measure: null, facts: appealText } as const
        await execute('decide appeal', moderatorId, useCases.decideAppeal, ruling)
      }),
    )
  },
  appealSanction: async ({ who, whom }) => {
    const one = oneOfRecent(await imposedSanctions(app), whom)
    if (one === null) return
    const appellant = who % 10 === 0 ? anybody(who) : one.accountId
    const appeal = { sanctionId: one.sanctionId, reason: appealText }
    await execute('appeal sanction', appellant, useCases.appealSanction, appeal)
  },
  decideSanctionAppeal: async ({ who, whom, stars, open }) => {
    const sanctionId = oneOfRecent(await openSanctionAppeals(app), whom)
    if (sanctionId === null) return
    const decision = stars > 3 ? 'APPROVED' : 'REJECTED'
    await Promise.all(
      moderatorsFor({ who, open }, moderator).map((moderatorId) =>
        execute('decide sanction appeal', moderatorId, useCases.decideSanctionAppeal, {
          sanctionId,
          decision,
          reason: appealText,
        }),
      ),
    )
  },
  exclude: ({ who, whom, day }) => {
    const ends = -(who % 10)
    const [from, to] = [romeDay(plusDays(app.now(), ends - day)), romeDay(plusDays(app.now(), ends))]
    const period = { exclusionId: randomUUID(), businessId: business(whom % 12), from, to }
    const reasons = { reason: 'REVIEW_BOMBING', facts: appealText } as const
    return execute('exclude', moderator(who), useCases.excludePeriod, { ...period, ...reasons })
  },
  include: async ({ who, whom }) => {
    const lifted = new Set((await app.events('ExclusionLifted')).map(({ exclusionId }) => exclusionId))
    const standing = (await app.events('PeriodExcluded')).filter(({ exclusionId }) => !lifted.has(exclusionId))
    const one = oneOfRecent(standing, whom)
    if (one === null) return
    const { exclusionId, businessId } = one
    await execute('include', moderator(who), useCases.liftExclusion, { exclusionId, businessId, facts: appealText })
  },
})

/** A random one of the last thirty. */
const oneOfRecent = <A>(all: readonly A[], n: number): A | null =>
  all.at(-1 - (n % Math.min(Math.max(all.length, 1), 30))) ?? null

const moderatorsFor = ({ who, open }: Pick<Action, 'who' | 'open'>, moderator: ActionContext['moderator']) =>
  open ? [moderator(who)] : [moderator(0), moderator(1)]

/** All parties named by a decision. */
const partiesOf = ({ data }: DomainEvent): readonly string[] => {
  const named: Readonly<Record<string, unknown>> = { ...data }
  return ['authorId', 'reporterId', 'businessId', 'targetId'].flatMap((field) => {
    const id = named[field]
    return typeof id === 'string' ? [id] : []
  })
}

const openAppeals = async (app: TestApplication) => {
  const over = [...(await app.events('AppealDecided')), ...(await app.events('AppealVoided'))]
  const closed = new Set(over.map(({ decisionId }) => decisionId))
  const lodged = (await app.events('AppealLodged')).map(({ decisionId }) => decisionId)
  return [...new Set(lodged)].filter((decisionId) => !closed.has(decisionId))
}

const openSanctionAppeals = async (app: TestApplication) => {
  const over = [
    ...(await app.events('AppealApproved')),
    ...(await app.events('AppealRejected')),
    ...(await app.events('SanctionLifted')),
  ]
  const closed = new Set(over.map(({ sanctionId }) => sanctionId))
  return (await app.events('AppealSubmitted')).flatMap(({ sanctionId }) => (closed.has(sanctionId) ? [] : [sanctionId]))
}

const imposedSanctions = async (app: TestApplication) =>
  (
    await Promise.all(
      (['WarningIssued', 'SuspensionImposed', 'PermanentSuspensionImposed'] as const).map((type) => app.events(type)),
    )
  )
    .flat()
    .sort((a, b) => (a.at < b.at ? -1 : 1))
