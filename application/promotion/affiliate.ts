import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { affiliate } from '../../domain/promotion/affiliate.ts'
import { referral, referralClicks } from '../../domain/promotion/referral.ts'
import { type AuthUseCase, visitorMetadata } from '../accounts/auth-services.ts'
import { executeCommand } from '../execute-command.ts'
import { load } from '../handle.ts'
import type { UseCase } from '../use-case.ts'

export interface CreateProgrammeInput {
  /** One per intent; a repeated request keeps it. */
  readonly programmeId: string
  readonly name: string
  readonly description: string | null
  readonly rateHundredths: number
}

/** @rule A-73 creates a programme for the account; the first one issues its code */
export const createProgramme: UseCase<CreateProgrammeInput, Position | null> =
  ({ execute, person: { accountId }, at, newCode }) =>
  (programme) =>
    pipe(
      execute(affiliate, accountId, { type: 'CreateProgramme', accountId, code: newCode(), ...programme, at }),
      TE.map(({ position }) => position),
    )

export interface FollowedReferralLink {
  readonly code: string
  /** Network address of the visitor. */
  readonly source: string
  /** Signed-in account; null for visitors. */
  readonly accountId: string | null
}

/**
 * Counts at most one click an hour from an address. The owner's own clicks and unknown codes do not count (points
 * settled 13).
 */
export const countReferralClick: AuthUseCase<FollowedReferralLink, void> =
  (auth) =>
  ({ code, source, accountId }, correlationId) =>
    pipe(
      load(auth)(referral, code),
      TE.flatMap(({ state }) => {
        if (state.accountId === null || state.accountId === accountId) return TE.right(undefined)
        const meta = visitorMetadata(auth, correlationId)
        const at = meta.occurredAt
        return pipe(
          auth.rateLimiter.consume({ action: 'referral-click', key: `${code} ${source}`, perHour: 1 }, at),
          TE.flatMap((wait) =>
            wait === null
              ? pipe(
                  executeCommand(auth)(
                    referralClicks,
                    `${code}_${romeDay(at)}`,
                    { type: 'CountClick', code, clickId: auth.newId(), at },
                    meta,
                  ),
                  TE.map(() => undefined),
                )
              : TE.right(undefined),
          ),
        )
      }),
    )
