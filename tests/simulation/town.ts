import { randomUUID } from 'node:crypto'
import { capabilities } from '../../application/capabilities.ts'
import type { AppFailure, Capability } from '../../application/use-case.ts'
import { E } from '../../domain/kernel/fp.ts'
import { plusDays, dayOf } from '../../domain/kernel/time.ts'
import { expireDueSanctions, releaseDueRatings } from '../../application/due.ts'
import type { Limits } from '../../application/limits.ts'
import { keepCasesTime } from '../../application/moderation/keep-time.ts'
import { application, right } from '../support/application.ts'
import type { Deed } from './deeds.ts'
import { secondThoughts } from './second-thoughts.ts'

export interface Size {
  readonly businesses: number
  readonly clients: number
}

/** Who asks for what; the answer, or null where a rule refuses. */
export type Ask = <I, O>(what: string, who: string, capability: Capability<I, O>, input: I) => Promise<O | null>

/** Two of the businesses moderate: they are reviewed, write and report like everybody. */
const moderators = ['b0', 'b1'] as const

/** A town of venues and guests on the whole application, in which anything may be asked by anybody and any process may die. */
export const town = async ({ businesses, clients }: Size, limits: Partial<Limits> = {}) => {
  let deadly = 0
  const app = application({ ...limits, dies: () => deadly > 0 && deadly-- === 1 })
  const failures: AppFailure[] = []
  const reviews: { readonly reviewId: string; readonly authorId: string; readonly targetId: string }[] = []
  const codes: { readonly code: string; readonly owner: string; readonly venue: string }[] = []
  const accepted = new Map<string, number>()
  for (let n = 0; n < businesses; n++) await app.business(`b${n}`)
  for (let n = 0; n < clients; n++) await app.client(`c${n}`)
  for (const who of moderators) await app.promote(who)

  const ask: Ask = async (what, who, capability, input) => {
    const answer = await app.as(who, capability, input)
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
  const moderator = (n: number) => moderators[n % 2 === 0 ? 0 : 1]

  const does: Readonly<Record<Deed['kind'], (deed: Deed) => Promise<unknown>>> = {
    review: async ({ who, whom, stars, open }) => {
      const targetId = business(whom % 7 === 0 ? whom : whom % 12)
      const words = { rating: stars, comment: `Parere ${who}`, reasonCode: 'SERVICE', reasonTags: ['cena'] } as const
      const visibility = open ? 'PUBLIC_ANONYMOUS' : 'PRIVATE_TO_BUSINESS'
      const about = { reviewId: randomUUID(), targetType: 'BUSINESS', targetId, visibility } as const
      const authorId = anybody(who)
      const told = await ask('review', authorId, capabilities.submitReview, { ...about, ...words })
      if (told === null) return
      reviews.push({ ...about, authorId })
      codes.push(...told.newlyIssuedRewards.map(({ code }) => ({ code, owner: authorId, venue: targetId })))
    },
    edit: ({ who, whom, stars }) => {
      const { reviewId, authorId } = recent(whom) ?? none
      const editor = who % 10 === 0 ? anybody(who) : authorId
      return ask('edit', editor, capabilities.editReview, { reviewId, changes: { rating: stars } })
    },
    rate: ({ who, whom, stars, day }) => {
      const scores = { overall: stars, punctuality: 8, kindness: 9, payment: 10, roomCondition: 7 }
      const stay = { stayType: 'leisure', stayDate: dayOf(plusDays(app.now(), -(day % 20))) } as const
      const guest = { client: { accountId: client(whom) }, comment: null }
      return ask('rate', business(who), capabilities.rateClient, { ...guest, ...scores, ...stay })
    },
    flag: ({ who, whom }) =>
      ask('flag', anybody(who), capabilities.flagReview, {
        flagId: randomUUID(),
        reviewId: (recent(whom) ?? none).reviewId,
        reason: 'FAKE',
        note: null,
      }),
    dispute: ({ whom }) => {
      const { reviewId, targetId } = recent(whom) ?? none
      const complaint = { message: 'Non risulta tra i nostri ospiti.', evidenceUrls: [] }
      return ask('dispute', targetId, capabilities.openDispute, { reviewId, reason: 'INCORRECT_INFO', ...complaint })
    },
    redeem: async ({ who, whom, open }) => {
      const one = codes.at(-1 - (whom % Math.max(codes.length, 1)))
      if (one === undefined) return
      const bearer = who % 10 === 0 ? anybody(who) : open ? one.owner : one.venue
      await ask('redeem', bearer, capabilities.redeemReward, { code: one.code })
    },
    moderate: ({ who, whom, stars }) =>
      ask('moderate', moderator(who), capabilities.moderateReview, {
        reviewId: (recent(whom) ?? none).reviewId,
        to: stars < 2 ? 'REMOVED' : stars < 4 ? 'HIDDEN' : 'ACTIVE',
        notes: null,
      }),
    decide: async (deed) => decideOne(deed),
    ...secondThoughts({ app, ask, anybody, business, moderator }),
  }

  /** Both moderators may go for the same matter at the same moment. */
  const decideOne = async ({ who, whom, stars, open }: Deed) => {
    const waiting = await openCases(app)
    const one = waiting[whom % Math.max(waiting.length, 1)]
    if (one === undefined) return
    const judges = open ? [moderator(who)] : [...moderators]
    await Promise.all(
      judges.map(async (judge) => {
        await ask('claim', judge, capabilities.claimCase, { caseId: one.caseId })
        if (one.kind === 'DISPUTE')
          await ask('decide dispute', judge, capabilities.decideDispute, {
            disputeId: one.targetId,
            status: stars > 3 ? 'RESOLVED_UPHELD' : stars > 1 ? 'RESOLVED_REJECTED' : 'UNDER_REVIEW',
            moderatorNotes: null,
            resolution: null,
          })
        else
          for (const flagId of await pendingFlagsOf(app, one.targetId))
            await ask('decide flag', judge, capabilities.decideFlag, {
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
    /** What happens at one moment, all of it at once; `dying` is how many reactions are still begun before one is lost. */
    moment: async (deeds: readonly Deed[], dying: number) => {
      deadly = dying
      await Promise.all(deeds.map((deed) => does[deed.kind](deed)))
      deadly = 0
    },
    /** What the clock brings before the next day. */
    night: async () => {
      for (const due of [expireDueSanctions, releaseDueRatings, keepCasesTime]) right(await due(app.toolbox)())
      app.later(1)
    },
  }
}

/** Before anybody has written: asked about, it is unknown. */
const none = { reviewId: 'nothing', authorId: 'b0', targetId: 'b0' }

export type Town = Awaited<ReturnType<typeof town>>
export type App = ReturnType<typeof application>

const openCases = async (app: App) => {
  const closed = new Set((await app.events('CaseClosed')).map(({ caseId }) => caseId))
  return (await app.events('CaseOpened')).filter(({ caseId }) => !closed.has(caseId)).slice(-30)
}

const pendingFlagsOf = async (app: App, reviewId: string) => {
  const decided = await Promise.all(
    (['FlagUpheld', 'FlagDismissed', 'FlagReviewed'] as const).map((type) => app.events(type)),
  )
  const settled = new Set(decided.flat().map(({ flagId }) => flagId))
  return (await app.events('ReviewFlagged')).flatMap((flag) =>
    flag.reviewId === reviewId && !settled.has(flag.flagId) ? [flag.flagId] : [],
  )
}
