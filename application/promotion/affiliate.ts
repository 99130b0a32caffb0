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
  /** One an intent: the same programme sent again keeps it. */
  readonly programmeId: string
  readonly name: string
  readonly description: string | null
  readonly rateHundredths: number
}

/** a programme belongs to the account that creates it; the first brings the account its code. */
export const createProgramme: UseCase<CreateProgrammeInput, Position | null> =
  ({ execute, person: { accountId }, at, newCode }) =>
  (programme) =>
    pipe(
      execute(affiliate, accountId, { type: 'CreateProgramme', accountId, code: newCode(), ...programme, at }),
      TE.map(({ position }) => position),
    )

export interface FollowedReferralLink {
  readonly code: string
  /** Where the request came from. */
  readonly source: string
  /** Who is signed in there; null for nobody. */
  readonly accountId: string | null
}

/** Point 13: a link followed from one address counts once an hour, one's own never; a code nobody has counts nothing. */
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
