import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { FlagAbuseOutcome, ProposalOutcome, SanctionReason, Severity } from '../../domain/sanctions/vocabulary.ts'
import { findSanction } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { batchSize, executeAsTimer, forEachId } from '../jobs.ts'
import { parseFlagAbuseCaseId, sanctionAppealCaseId } from '../moderation/cases.ts'
import { requireUnclaimedByOthers } from '../moderation/claims.ts'
import {
  loadMatterOfFlagAbuse,
  loadMatterOfSanction,
  loadMatterOfNewSanction,
  requireIndependentOf,
  requireMayDecide,
} from '../moderation/own-matter.ts'
import {
  type UseCaseContext,
  rejectIfUnchanged,
  rejectedWith,
  type Result,
  type Services,
  type UseCase,
} from '../use-case.ts'
import { sanctionFacts } from './reasons.it.ts'

export interface ImposeSanction {
  /** Idempotency key of the request. */
  readonly sanctionId: string
  readonly accountId: string
  readonly reason: SanctionReason
  readonly severity: Severity
  readonly description: string | null
}

/** @rule V-55 the account must exist */
export const imposeSanction: UseCase<ImposeSanction, { readonly position: Position | null }> =
  (context) =>
  ({ sanctionId, accountId, reason, severity, description }) =>
    pipe(
      context.load(account, accountId),
      TE.tap(() =>
        pipe(
          loadMatterOfNewSanction(context, accountId),
          TE.flatMap((matter) => requireMayDecide(context, matter)),
        ),
      ),
      TE.flatMap(({ state }) => {
        if (state.kind === null) return TE.left(rejectedWith({ type: 'AccountUnknown' }))
        const userType = state.kind === 'business' ? 'user' : 'client'
        const facts = description?.trim() || sanctionFacts.imposedByModerator(reason)
        const { person, ruleSettings, at } = context
        const { permanentNeedsTwo } = ruleSettings.sanctions
        const sanction = { accountId, userType, sanctionId, reason, severity, description, facts } as const
        const command = { type: 'ImposeSanction', ...sanction, permanentNeedsTwo, by: person.accountId, at } as const
        return context.execute(sanctionRecord, accountId, command, { personalData: 'decrypted' })
      }),
      TE.map(({ position }) => ({ position })),
    )

interface SanctionRef {
  readonly sanctionId: string
}
type SanctionResult = { readonly position: Position | null }

/** @rule Q-55 a lifted sanction is no longer active and its strike no longer counts */
export const liftSanction: UseCase<SanctionRef & { readonly reason: string }, SanctionResult> =
  (context) =>
  ({ sanctionId, reason: facts }) => {
    const { person, at } = context
    return pipe(
      accountOfDecidableSanction(context, sanctionId),
      TE.flatMap((accountId) =>
        context.execute(sanctionRecord, accountId, {
          type: 'LiftSanction',
          accountId,
          sanctionId,
          by: person.accountId,
          facts,
          at,
        }),
      ),
      TE.map(({ position }) => ({ position })),
    )
  }

/** @rule Q-128 a second moderator consents to a permanent suspension, or refuses it */
export const answerProposal: UseCase<SanctionRef & { readonly outcome: ProposalOutcome }, SanctionResult> =
  (context) =>
  ({ sanctionId, outcome }) => {
    const { person, at } = context
    const answer = { type: 'AnswerProposal', sanctionId, outcome, by: person.accountId, at } as const
    return pipe(
      accountOfDecidableSanction(context, sanctionId),
      TE.tap((accountId) => requireSecondModerator(context, accountId, sanctionId)),
      TE.flatMap((accountId) => context.execute(sanctionRecord, accountId, { ...answer, accountId })),
      TE.map(({ position }) => ({ position })),
    )
  }

/** Sanctions of other accounts are reported as not found. @rule S-15 a sanction can be appealed once */
export const appealSanction: UseCase<SanctionRef & { readonly reason: string }, SanctionResult> =
  (context) =>
  ({ sanctionId, reason }) => {
    const { accountId } = context.person
    const command = { type: 'SubmitSanctionAppeal', accountId, sanctionId, reason, at: context.at } as const
    return pipe(
      context.execute(sanctionRecord, accountId, command, { personalData: 'decrypted' }),
      TE.flatMap(
        rejectIfUnchanged(context, sanctionRecord, accountId, rejectedWith({ type: 'SanctionAlreadyAppealed' })),
      ),
      TE.map(({ position }) => ({ position })),
    )
  }

export const takeSanctionAppealUnderReview: UseCase<SanctionRef, SanctionResult> =
  (context) =>
  ({ sanctionId }) =>
    withAppealedAccount(context, sanctionId, (accountId) => {
      const { person, at } = context
      return context.execute(sanctionRecord, accountId, {
        type: 'TakeSanctionAppealUnderReview',
        accountId,
        sanctionId,
        by: person.accountId,
        at,
      })
    })

export interface DecideSanctionAppeal extends SanctionRef {
  readonly decision: 'APPROVED' | 'REJECTED'
  readonly reason: string
}

export const decideSanctionAppeal: UseCase<DecideSanctionAppeal, SanctionResult> =
  (context) =>
  ({ sanctionId, decision, reason }) =>
    withAppealedAccount(context, sanctionId, (accountId) => {
      const { person, at } = context
      const ids = { accountId, sanctionId, by: person.accountId }
      return context.execute(sanctionRecord, accountId, { type: 'DecideSanctionAppeal', ...ids, decision, reason, at })
    })

/** Rejected while another moderator holds a claim on the appeal's case. @rule D-08 */
const withAppealedAccount = (
  context: UseCaseContext,
  sanctionId: string,
  decide: (accountId: string) => Result<SanctionResult>,
): Result<SanctionResult> =>
  pipe(
    accountOfDecidableSanction(context, sanctionId),
    TE.tap((accountId) => requireSecondModerator(context, accountId, sanctionId)),
    TE.tap(() => requireUnclaimedByOthers(context, sanctionAppealCaseId(sanctionId))),
    TE.flatMap(decide),
    TE.map(({ position }) => ({ position })),
  )

/** The sanctioned account, if the caller may decide about the sanction. */
const accountOfDecidableSanction = (context: UseCaseContext, sanctionId: string): Result<string> =>
  pipe(
    accountOfSanction(context, sanctionId),
    TE.tap((accountId) =>
      pipe(
        loadMatterOfSanction(context, accountId, sanctionId),
        TE.flatMap((matter) => requireMayDecide(context, matter)),
      ),
    ),
  )

/** Not connected with the moderators who decided before. @rule Q-128 */
const requireSecondModerator = (context: UseCaseContext, accountId: string, sanctionId: string): Result<void> =>
  pipe(
    context.load(sanctionRecord, accountId),
    TE.flatMap(({ state }) => requireIndependentOf(context, findSanction(state, sanctionId)?.excludedModerators ?? [])),
  )

const accountOfSanction = ({ lookups }: UseCaseContext, sanctionId: string): Result<string> =>
  pipe(
    lookups.sanctions.accountOfSanction(sanctionId),
    TE.flatMap((accountId) =>
      accountId === null ? TE.left(rejectedWith({ type: 'SanctionNotFound' })) : TE.right(accountId),
    ),
  )

export interface DecideFlagAbuse {
  readonly caseId: string
  readonly outcome: FlagAbuseOutcome
  /** Findings, shown to the reporter. */
  readonly facts: string
}

/** Decides whether a reporter's dismissed flags are abusive. Abuse results in a warning. */
export const decideFlagAbuse: UseCase<DecideFlagAbuse, { readonly position: Position | null }> =
  (context) =>
  ({ caseId, outcome, facts }) => {
    const parsed = parseFlagAbuseCaseId(caseId)
    if (parsed === null) return TE.left(rejectedWith({ type: 'FlaggingNotQuestioned' }))
    const { accountId, number } = parsed
    return pipe(
      loadMatterOfFlagAbuse(context, accountId),
      TE.flatMap((matter) => requireMayDecide(context, matter)),
      TE.flatMap(() => requireUnclaimedByOthers(context, caseId)),
      TE.flatMap(() => context.load(account, accountId)),
      TE.flatMap(({ state }) => {
        if (state.kind === null) return TE.left(rejectedWith({ type: 'AccountUnknown' }))
        const userType = state.kind === 'business' ? 'user' : 'client'
        const { person, at, newId } = context
        const decision = { accountId, userType, sanctionId: newId(), number, outcome, facts } as const
        const command = { type: 'DecideFlagAbuse', ...decision, by: person.accountId, at } as const
        return context.execute(sanctionRecord, accountId, command)
      }),
      TE.map(({ position }) => ({ position })),
    )
  }

/**
 * Ends sanctions past their term; returns the number of accounts concerned.
 * @rule Q-55 expiry of sanctions
 */
export const expireDueSanctions = (services: Services): Result<number> => {
  const at = services.clock()
  const expire = (accountId: string) =>
    executeAsTimer(services, sanctionRecord, accountId, { type: 'ExpireSanctions', accountId, at })
  return pipe(
    services.lookups.sanctions.accountsWithExpiredSanctions(at, batchSize),
    TE.flatMap((accountIds) => forEachId(accountIds, expire)),
  )
}
