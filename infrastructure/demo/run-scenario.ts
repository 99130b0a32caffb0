import { load, streamOf } from '../../application/command-handler.ts'
import { disputeCaseId, flagCaseId } from '../../application/moderation/cases.ts'
import type { Caller } from '../../application/person.ts'
import type { Result } from '../../application/use-case.ts'
import { review } from '../../domain/reviews/review.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { newId } from '../clock-and-ids.ts'
import { type DemoAccount, openVenue, registerGuest, registerStaff } from './accounts.ts'
import type { Action, ReviewAction } from './actions.ts'
import { runOrThrow } from '../../application/jobs.ts'
import type { Sandbox } from './sandbox.ts'

/** Ids created so far, by their key in the plan. */
export interface CreatedIds {
  readonly accounts: Map<string, DemoAccount>
  readonly reviews: Map<string, string>
  readonly bookings: Map<string, string>
  /** Keyed by review id and reporter. */
  readonly flags: Map<string, string>
}

export interface ScenarioRunner extends Sandbox {
  readonly created: CreatedIds
  /** Executes a command as the given person. */
  readonly runAs: <Input, Output>(
    who: string,
    command: (caller: Caller, input: Input) => Result<Output>,
    input: Input,
  ) => Promise<Output>
}

export const scenarioRunner = (sandbox: Sandbox): ScenarioRunner => {
  const created: CreatedIds = { accounts: new Map(), reviews: new Map(), bookings: new Map(), flags: new Map() }
  return {
    ...sandbox,
    created,
    runAs: async (who, command, input) =>
      runOrThrow(command(await sandbox.caller(lookUp(created.accounts, who).accountId), input)),
  }
}

const lookUp = <A>(all: ReadonlyMap<string, A>, key: string): A => {
  const one = all.get(key)
  if (one === undefined) throw new Error(`There is no ${key} yet`)
  return one
}

/** The decision that last hid or removed the review. */
const hidingDecisionOf = async ({ services: { history } }: Sandbox, reviewId: string): Promise<string> => {
  const envelopes = await runOrThrow(history.read(review.events, streamOf(review, reviewId), 'omitted'))
  const decided = envelopes.findLast(({ event: { type } }) => type === 'ReviewHidden' || type === 'ReviewRemoved')
  if (decided === undefined) throw new Error('The review is visible')
  return decided.id
}

type ReviewActionHandlers = {
  readonly [T in ReviewAction['type']]: (
    runner: ScenarioRunner,
    reviewId: string,
    action: Extract<ReviewAction, { type: T }>,
  ) => Promise<unknown>
}

/** Each demo review has at most one case. */
const firstCase = 1

const reviewActionHandlers: ReviewActionHandlers = {
  flag: async (runner, reviewId, { by, reason, note }) => {
    await runner.caughtUp()
    const flag = { flagId: newId(), reviewId, reason, note }
    const { flagId } = await runner.runAs(by, runner.services.useCases.flagReview, flag)
    runner.created.flags.set(`${reviewId} ${by}`, flagId)
  },

  'decide flag': async (runner, reviewId, { by, of, outcome, notes }) => {
    const { claimCase, decideFlag } = runner.services.useCases
    await runner.caughtUp()
    await runner.runAs(by, claimCase, { caseId: flagCaseId(reviewId, firstCase) })
    await runner.runAs(by, decideFlag, { flagId: lookUp(runner.created.flags, `${reviewId} ${of}`), outcome, notes })
  },

  dispute: ({ runAs, services }, reviewId, { by, reason, message, evidenceUrls }) =>
    runAs(by, services.useCases.openDispute, { reviewId, reason, message, evidenceUrls }),

  'file statement': ({ runAs, services }, disputeId, { by, message }) =>
    runAs(by, services.useCases.fileStatement, { disputeId, statementId: newId(), message }),

  'decide dispute': async (runner, disputeId, { by, status, notes, resolution }) => {
    const { claimCase, setDisputeStatus } = runner.services.useCases
    await runner.caughtUp()
    await runner.runAs(by, claimCase, { caseId: disputeCaseId(disputeId) })
    await runner.runAs(by, setDisputeStatus, { disputeId, status, moderatorNotes: notes, resolution })
  },

  appeal: async (runner, reviewId, { by, text }) => {
    await runner.caughtUp()
    const decisionId = await hidingDecisionOf(runner, reviewId)
    return runner.runAs(by, runner.services.useCases.lodgeAppeal, { decisionId, text })
  },

  reply: ({ runAs, services }, reviewId, { by, text }) => runAs(by, services.useCases.publishReply, { reviewId, text }),
}

const runReviewAction = <T extends ReviewAction['type']>(
  runner: ScenarioRunner,
  reviewId: string,
  action: Extract<ReviewAction, { type: T }>,
): Promise<unknown> => reviewActionHandlers[action.type](runner, reviewId, action)

type ActionHandlers = {
  readonly [T in Action['type']]: (runner: ScenarioRunner, action: Extract<Action, { type: T }>) => Promise<unknown>
}

const actionHandlers: ActionHandlers = {
  'open venue': async (runner, action) =>
    runner.created.accounts.set(action.venue.key, await openVenue(runner, action)),
  'register guest': async (runner, action) =>
    runner.created.accounts.set(action.guest.key, await registerGuest(runner, action)),
  'register staff': async (runner, action) =>
    runner.created.accounts.set(action.staffMember.key, await registerStaff(runner, action)),

  rate: ({ runAs, services, created }, { venue, guest, scores, comment, stayDate, stayType }) => {
    const { accountId } = lookUp(created.accounts, guest)
    return runAs(venue, services.useCases.rateClient, {
      client: { accountId },
      ...scores,
      stayDate,
      stayType,
      comment,
    })
  },

  review: async ({ runAs, services, created }, { review: { key, venue, guest, stars, reasonCode, tags, comment } }) => {
    const targetId = lookUp(created.accounts, venue).accountId
    const target = { reviewId: newId(), targetType: 'BUSINESS', targetId, visibility: 'PUBLIC_ANONYMOUS' } as const
    const content = { rating: stars, comment, reasonCode, reasonTags: tags }
    const { reviewId } = await runAs(guest, services.useCases.submitReview, { ...target, ...content })
    created.reviews.set(key, reviewId)
  },

  redeem: async (runner, { guest, venue, redeemedBy }) => {
    const { services, created, runAs } = runner
    const businessId = lookUp(created.accounts, venue).accountId
    const { clientId } = lookUp(created.accounts, guest)
    const { state } = await runOrThrow(load(services.authServices)(rewards, clientId ?? ''))
    const reward = state.rewards.find((one) => one.businessId === businessId && one.status === 'active')
    if (reward === undefined) throw new Error(`${guest} has no active reward at ${venue}`)
    const redeemer = redeemedBy === 'guest' ? guest : venue
    return runAs(redeemer, services.useCases.redeemReward, { code: reward.code })
  },

  'save favourite': ({ runAs, services, created }, { guest, venue }) =>
    runAs(guest, services.useCases.saveFavourite, { businessId: lookUp(created.accounts, venue).accountId }),

  book: async ({ runAs, services, created }, { booking, by, stay }) => {
    const { bookingId } = await runAs(by, services.useCases.bookHotel, { bookingId: newId(), ...stay })
    created.bookings.set(booking, bookingId)
  },

  'cancel booking': ({ runAs, services, created }, { booking, by }) =>
    runAs(by, services.useCases.cancelBooking, { bookingId: lookUp(created.bookings, booking) }),

  'about a review': (runner, { review: key, action }) =>
    runReviewAction(runner, lookUp(runner.created.reviews, key), action),
}

export const runAction = <T extends Action['type']>(
  runner: ScenarioRunner,
  action: Extract<Action, { type: T }>,
): Promise<unknown> => actionHandlers[action.type](runner, action)
