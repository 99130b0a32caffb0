import { load, streamOf } from '../../application/handle.ts'
import { disputeCaseId, flagCaseId } from '../../application/moderation/cases.ts'
import type { Caller } from '../../application/person.ts'
import type { Result } from '../../application/use-case.ts'
import { review } from '../../domain/reviews/review.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { newId } from '../clock-and-ids.ts'
import { type DemoAccount, openVenue, registerGuest, registerStaff } from './accounts.ts'
import type { Action, ReviewAction } from './actions.ts'
import { orThrow, type Sandbox } from './sandbox.ts'

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
    ask: (caller: Caller, input: Input) => Result<Output>,
    input: Input,
  ) => Promise<Output>
}

export const scenarioRunner = (stage: Sandbox): ScenarioRunner => {
  const played: CreatedIds = { accounts: new Map(), reviews: new Map(), bookings: new Map(), flags: new Map() }
  return {
    ...stage,
    created: played,
    runAs: async (who, ask, input) => orThrow(ask(await stage.caller(lookUp(played.accounts, who).accountId), input)),
  }
}

export const lookUp = <A>(all: ReadonlyMap<string, A>, key: string): A => {
  const one = all.get(key)
  if (one === undefined) throw new Error(`There is no ${key} yet`)
  return one
}

/** The decision that last hid or removed the review. */
export const hidingDecisionOf = async ({ services: { history } }: Sandbox, reviewId: string): Promise<string> => {
  const past = await orThrow(history.read(review.events, streamOf(review, reviewId), 'blank'))
  const decided = past.findLast(({ event: { type } }) => type === 'ReviewHidden' || type === 'ReviewRemoved')
  if (decided === undefined) throw new Error('The review is visible')
  return decided.id
}

type ReviewActionHandlers = {
  readonly [T in ReviewAction['type']]: (
    runner: ScenarioRunner,
    reviewId: string,
    deed: Extract<ReviewAction, { type: T }>,
  ) => Promise<unknown>
}

/** Each demo review has at most one case. */
const firstCase = 1

const reviewActionHandlers: ReviewActionHandlers = {
  flag: async (runner, reviewId, { by, reason, note }) => {
    await runner.caughtUp()
    const asked = { flagId: newId(), reviewId, reason, note }
    const { flagId } = await runner.runAs(by, runner.services.commands.flagReview, asked)
    runner.created.flags.set(`${reviewId} ${by}`, flagId)
  },

  'decide flag': async (runner, reviewId, { by, of, outcome, notes }) => {
    const { claimCase, decideFlag } = runner.services.commands
    await runner.caughtUp()
    await runner.runAs(by, claimCase, { caseId: flagCaseId(reviewId, firstCase) })
    await runner.runAs(by, decideFlag, { flagId: lookUp(runner.created.flags, `${reviewId} ${of}`), outcome, notes })
  },

  dispute: ({ runAs, services }, reviewId, { by, reason, message, evidenceUrls }) =>
    runAs(by, services.commands.openDispute, { reviewId, reason, message, evidenceUrls }),

  state: ({ runAs, services }, disputeId, { by, message }) =>
    runAs(by, services.commands.fileStatement, { disputeId, statementId: newId(), message }),

  'decide dispute': async (runner, disputeId, { by, status, notes, resolution }) => {
    const { claimCase, decideDispute } = runner.services.commands
    await runner.caughtUp()
    await runner.runAs(by, claimCase, { caseId: disputeCaseId(disputeId) })
    await runner.runAs(by, decideDispute, { disputeId, status, moderatorNotes: notes, resolution })
  },

  appeal: async (runner, reviewId, { by, text }) => {
    await runner.caughtUp()
    const decisionId = await hidingDecisionOf(runner, reviewId)
    return runner.runAs(by, runner.services.commands.lodgeAppeal, { decisionId, text })
  },

  reply: ({ runAs, services }, reviewId, { by, text }) => runAs(by, services.commands.publishReply, { reviewId, text }),
}

export const runReviewAction = <T extends ReviewAction['type']>(
  runner: ScenarioRunner,
  reviewId: string,
  deed: Extract<ReviewAction, { type: T }>,
): Promise<unknown> => reviewActionHandlers[deed.type](runner, reviewId, deed)

type ActionHandlers = {
  readonly [T in Action['type']]: (runner: ScenarioRunner, deed: Extract<Action, { type: T }>) => Promise<unknown>
}

const actionHandlers: ActionHandlers = {
  'open venue': async (runner, deed) => runner.created.accounts.set(deed.venue.key, await openVenue(runner, deed)),
  'register guest': async (runner, deed) =>
    runner.created.accounts.set(deed.guest.key, await registerGuest(runner, deed)),
  'register staff': async (runner, deed) =>
    runner.created.accounts.set(deed.one.key, await registerStaff(runner, deed)),

  rate: ({ runAs, services, created }, { venue, guest, scores, comment, stayDate, stayType }) => {
    const { accountId } = lookUp(created.accounts, guest)
    return runAs(venue, services.commands.rateClient, {
      client: { accountId },
      ...scores,
      stayDate,
      stayType,
      comment,
    })
  },

  review: async ({ runAs, services, created }, { review: { key, venue, guest, stars, reasonCode, tags, comment } }) => {
    const targetId = lookUp(created.accounts, venue).accountId
    const about = { reviewId: newId(), targetType: 'BUSINESS', targetId, visibility: 'PUBLIC_ANONYMOUS' } as const
    const words = { rating: stars, comment, reasonCode, reasonTags: tags }
    const { reviewId } = await runAs(guest, services.commands.submitReview, { ...about, ...words })
    created.reviews.set(key, reviewId)
  },

  redeem: async (runner, { guest, venue, pressedBy }) => {
    const { services, created, runAs } = runner
    const businessId = lookUp(created.accounts, venue).accountId
    const { clientId } = lookUp(created.accounts, guest)
    const { state } = await orThrow(load(services.auth)(rewards, clientId ?? ''))
    const reward = state.rewards.find((one) => one.businessId === businessId && one.status === 'active')
    if (reward === undefined) throw new Error(`${guest} has no active reward at ${venue}`)
    const presses = pressedBy === 'guest' ? guest : venue
    return runAs(presses, services.commands.redeemReward, { code: reward.code })
  },

  'save favourite': ({ runAs, services, created }, { guest, venue }) =>
    runAs(guest, services.commands.saveFavourite, { businessId: lookUp(created.accounts, venue).accountId }),

  book: async ({ runAs, services, created }, { booking, by, stay }) => {
    const { bookingId } = await runAs(by, services.commands.bookHotel, { bookingId: newId(), ...stay })
    created.bookings.set(booking, bookingId)
  },

  'cancel booking': ({ runAs, services, created }, { booking, by }) =>
    runAs(by, services.commands.cancelBooking, { bookingId: lookUp(created.bookings, booking) }),

  'about a review': (runner, { review: key, action }) =>
    runReviewAction(runner, lookUp(runner.created.reviews, key), action),
}

export const runAction = <T extends Action['type']>(
  runner: ScenarioRunner,
  deed: Extract<Action, { type: T }>,
): Promise<unknown> => actionHandlers[deed.type](runner, deed)
