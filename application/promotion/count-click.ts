import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { clicks } from '../../domain/promotion/clicks/decider.ts'
import { referral } from '../../domain/promotion/referral/decider.ts'
import { asVisitor, type DoorCase } from '../access/doors.ts'
import { carryOut } from '../carry-out.ts'
import { load } from '../handle.ts'

export interface FollowedLink {
  readonly code: string
  /** Where the request came from. */
  readonly source: string
  /** Who is signed in there; null for nobody. */
  readonly accountId: string | null
}

/** Point 13: a link followed from one address counts once an hour, one's own never; a code nobody has counts nothing. */
export const countClick: DoorCase<FollowedLink, void> =
  (doors) =>
  ({ code, source, accountId }, correlationId) =>
    pipe(
      load(doors)(referral, code),
      TE.flatMap(({ state }) => {
        if (state.accountId === null || state.accountId === accountId) return TE.right(undefined)
        const meta = asVisitor(doors, correlationId)
        const at = meta.occurredAt
        return pipe(
          doors.allowances.use({ what: 'referral-click', whose: `${code} ${source}`, timesAnHour: 1 }, at),
          TE.flatMap((wait) =>
            wait === null
              ? pipe(
                  carryOut(doors)(
                    clicks,
                    `${code}_${romeDay(at)}`,
                    { type: 'CountClick', code, clickId: doors.newId(), at },
                    meta,
                  ),
                  TE.map(() => undefined),
                )
              : TE.right(undefined),
          ),
        )
      }),
    )
