import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { affiliate } from '../../domain/promotion/affiliate.ts'
import type { ProgrammeDecision } from '../../domain/promotion/vocabulary.ts'
import { referral, referralClicks } from '../../domain/promotion/referral.ts'
import { type AuthServices, type AuthUseCase, visitorMetadata } from '../accounts/auth-services.ts'
import { executeCommand } from '../execute-command.ts'
import { load } from '../command-handler.ts'
import { matterOfAccount, requireMayDecide } from '../moderation/own-matter.ts'
import { rejectedWith, type Result, type UseCase } from '../use-case.ts'

export interface CreateProgrammeInput {
  /** Id chosen by the caller; a retry sends the same one. */
  readonly programmeId: string
  readonly name: string
  readonly description: string | null
  readonly rateHundredths: number
}

/** @rule A-73 creates a programme for the account; the first one issues its code unless it waits */
export const createProgramme: UseCase<CreateProgrammeInput, Position | null> =
  ({ execute, person: { accountId }, at, newCode, ruleSettings }) =>
  (programme) => {
    const approvalAboveHundredths = ruleSettings.promotion.approvalAbovePercent * 100
    const terms = { accountId, code: newCode(), approvalAboveHundredths, at }
    return pipe(
      execute(affiliate, accountId, { type: 'CreateProgramme', ...terms, ...programme }),
      TE.map(({ position }) => position),
    )
  }

export interface DecideProgrammeInput {
  /** Of the affiliate. */
  readonly accountId: string
  readonly programmeId: string
  readonly decision: ProgrammeDecision
  readonly reasons: string
}

/** @rule Q-133 approves or refuses a programme that waits; those of deleted accounts are gone */
export const decideProgramme: UseCase<DecideProgrammeInput, Position | null> =
  (context) =>
  ({ accountId, ...decided }) => {
    const { execute, load, person, at, newCode } = context
    return pipe(
      load(account, accountId),
      // the programme itself rejects its owner
      TE.tap(() =>
        accountId === person.accountId ? TE.right(undefined) : requireMayDecide(context, matterOfAccount(accountId)),
      ),
      TE.flatMap(({ state: owner }) =>
        owner.kind === null
          ? TE.left(rejectedWith({ type: 'ProgrammeNotFound' }))
          : execute(affiliate, accountId, {
              type: 'DecideProgramme',
              accountId,
              ...decided,
              by: person.accountId,
              code: newCode(),
              at,
            }),
      ),
      TE.map(({ position }) => position),
    )
  }

export interface FollowedReferralLink {
  readonly code: string
  /** Network address of the visitor. */
  readonly source: string
  /** Signed-in account; null for visitors. */
  readonly accountId: string | null
}

/**
 * Counts at most one click an hour from an address. The owner's own clicks and unknown codes do not count.
 * @rule D-13
 */
export const countReferralClick: AuthUseCase<FollowedReferralLink, void> = (auth) => (link, correlationId) => {
  const meta = visitorMetadata(auth, correlationId)
  return pipe(
    TE.Do,
    TE.bind('isCountable', () => isCountable(auth, link)),
    TE.bind('isFirstThisHour', ({ isCountable }) =>
      isCountable ? isFirstThisHour(auth, link, meta.occurredAt) : TE.right(false),
    ),
    TE.flatMap(({ isFirstThisHour }): Result<unknown> => {
      if (!isFirstThisHour) return TE.right(undefined)
      const { code } = link
      const at = meta.occurredAt
      const command = { type: 'CountReferralClick', code, clickId: auth.newId(), at } as const
      return executeCommand(auth)(referralClicks, `${code}_${romeDay(at)}`, command, meta)
    }),
    TE.asUnit,
  )
}

/** Whether the code exists and belongs to someone else. */
const isCountable = (auth: AuthServices, { code, accountId }: FollowedReferralLink): Result<boolean> =>
  pipe(
    load(auth)(referral, code),
    TE.map(({ state }) => state.accountId !== null && state.accountId !== accountId),
  )

const isFirstThisHour = (
  { hourlyLimits }: AuthServices,
  { code, source }: FollowedReferralLink,
  at: Instant,
): Result<boolean> =>
  pipe(
    hourlyLimits.consume({ action: 'referral-click', key: `${code} ${source}`, perHour: 1 }, at),
    TE.map((secondsToWait) => secondsToWait === null),
  )
