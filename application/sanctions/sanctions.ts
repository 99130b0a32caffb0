import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { SanctionReason, Severity } from '../../domain/sanctions/sanction-record-events.ts'
import type { FlaggingOutcome } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { parseFlaggingCaseId, sanctionAppealCaseId } from '../moderation/cases.ts'
import { requireUnclaimedByOthers } from '../moderation/claims.ts'
import { type CommandContext, failIfDoneBefore, refuse, type Result, type UseCase } from '../use-case.ts'
import { sanctionFacts } from './reasons.it.ts'

export interface ImposeSanction {
  /** Made for this very request: asked again, it is the same sanction. */
  readonly sanctionId: string
  readonly accountId: string
  readonly reason: SanctionReason
  readonly severity: Severity
  readonly description: string | null
}

/** V-55: of an account there is. */
export const imposeSanction: UseCase<ImposeSanction, { readonly position: Position | null }> =
  (context) =>
  ({ sanctionId, accountId, reason, severity, description }) =>
    pipe(
      context.load(account, accountId),
      TE.flatMap(({ state }) => {
        if (state.kind === null) return TE.left(refuse({ type: 'AccountUnknown' }))
        const userType = state.kind === 'business' ? 'user' : 'client'
        const facts = description?.trim() || sanctionFacts.byHand(reason)
        const what = { accountId, userType, sanctionId, reason, severity, description, facts } as const
        const { person, at } = context
        const command = {
          type: 'ImposeSanction',
          ...what,
          by: person.accountId,
        } as const
        return context.execute(sanctionRecord, accountId, { ...command, at }, { privacy: 'open' })
      }),
      TE.map(({ position }) => ({ position })),
    )

interface SanctionRef {
  readonly sanctionId: string
}
type SanctionResult = { readonly position: Position | null }

/** the record is active no longer and its strike leaves the count. */
export const liftSanction: UseCase<SanctionRef & { readonly reason: string }, SanctionResult> =
  (context) =>
  ({ sanctionId, reason: facts }) => {
    const { person, at } = context
    return pipe(
      accountOfSanction(context, sanctionId),
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

/** S-15: by the sanctioned, once; somebody else's sanction is none they know of. */
export const appealSanction: UseCase<SanctionRef & { readonly reason: string }, SanctionResult> =
  (context) =>
  ({ sanctionId, reason }) => {
    const { accountId } = context.person
    const command = { type: 'SubmitAppeal', accountId, sanctionId, reason, at: context.at } as const
    return pipe(
      context.execute(sanctionRecord, accountId, command, { privacy: 'open' }),
      TE.flatMap(failIfDoneBefore(context, sanctionRecord, accountId, refuse({ type: 'SanctionAlreadyAppealed' }))),
      TE.map(({ position }) => ({ position })),
    )
  }

export const takeSanctionAppeal: UseCase<SanctionRef, SanctionResult> =
  (context) =>
  ({ sanctionId }) =>
    decidingAppeal(context, sanctionId, (accountId) => {
      const { person, at } = context
      return context.execute(sanctionRecord, accountId, {
        type: 'TakeAppeal',
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
    decidingAppeal(context, sanctionId, (accountId) => {
      const { person, at } = context
      const whose = { accountId, sanctionId, by: person.accountId }
      return context.execute(sanctionRecord, accountId, { type: 'DecideAppeal', ...whose, decision, reason, at })
    })

/** Points settled 8: not while another moderator works on it. */
const decidingAppeal = (
  context: CommandContext,
  sanctionId: string,
  act: (accountId: string) => Result<SanctionResult>,
): Result<SanctionResult> =>
  pipe(
    accountOfSanction(context, sanctionId),
    TE.tap(() => requireUnclaimedByOthers(context, sanctionAppealCaseId(sanctionId))),
    TE.flatMap(act),
    TE.map(({ position }) => ({ position })),
  )

const accountOfSanction = ({ lookups }: CommandContext, sanctionId: string): Result<string> =>
  pipe(
    lookups.accountOfSanction(sanctionId),
    TE.flatMap((accountId) =>
      accountId === null ? TE.left(refuse({ type: 'SanctionNotFound' })) : TE.right(accountId),
    ),
  )

export interface JudgeFlagging {
  readonly caseId: string
  readonly outcome: FlaggingOutcome
  /** What was found, in words for whoever flagged. */
  readonly facts: string
}

/** A moderator on many dismissed flags of one reporter: in order, or abuse, which is answered with a warning. */
export const judgeFlagging: UseCase<JudgeFlagging, { readonly position: Position | null }> =
  (context) =>
  ({ caseId, outcome, facts }) => {
    const asked = parseFlaggingCaseId(caseId)
    if (asked === null) return TE.left(refuse({ type: 'FlaggingNotQuestioned' }))
    const { accountId, number } = asked
    return pipe(
      requireUnclaimedByOthers(context, caseId),
      TE.flatMap(() => context.load(account, accountId)),
      TE.flatMap(({ state }) => {
        if (state.kind === null) return TE.left(refuse({ type: 'AccountUnknown' }))
        const userType = state.kind === 'business' ? 'user' : 'client'
        const { person, at, newId } = context
        const judging = { type: 'JudgeFlagging', accountId, userType, number, outcome, facts } as const
        return context.execute(sanctionRecord, accountId, { ...judging, sanctionId: newId(), by: person.accountId, at })
      }),
      TE.map(({ position }) => ({ position })),
    )
  }
