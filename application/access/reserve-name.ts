import { account } from '../../domain/access/account/decider.ts'
import { reservation } from '../../domain/access/reservation/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata } from '../../domain/kernel/recorded.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { handle, load } from '../handle.ts'
import type { AnyRejection } from '../rejections.ts'
import { refuse, type Answer } from '../use-case.ts'
import type { Doors } from './doors.ts'

export interface NameToReserve {
  readonly category: 'email' | 'username' | 'social'
  readonly nameId: string
  readonly accountId: string
  readonly meta: Metadata
}

/** Longer than any registration takes; a claim that lapses was left by one that died. */
const claimMinutes = 10
const taken = {
  email: { type: 'EmailTaken' },
  username: { type: 'UsernameTaken' },
  social: { type: 'SocialIdentityBusy' },
} as const satisfies Readonly<Record<string, AnyRejection>>

/** Takes a name for an account. A lapsed claim gives way unless its account goes by that name after all. */
export const claimName = (doors: Doors, { category, nameId, accountId, meta }: NameToReserve): Answer<unknown> => {
  const at = meta.occurredAt
  const claim = (holderExists?: boolean) =>
    handle(doors)(
      reservation(category),
      nameId,
      {
        type: 'Claim',
        accountId,
        at,
        until: plusMinutes(at, claimMinutes),
        ...(holderExists === undefined ? {} : { holderExists }),
      },
      meta,
    )
  return pipe(
    claim(),
    TE.orElse((failure) =>
      failure.type === 'Rejected' && failure.rejection.type === 'ClaimLapsed'
        ? pipe(
            goesBy(doors, failure.rejection.accountId, nameId),
            TE.flatMap((holds) => claim(holds)),
          )
        : TE.left(failure),
    ),
    TE.mapLeft((failure) =>
      failure.type === 'Rejected' && failure.rejection.type === 'NameTaken' ? refuse(taken[category]) : failure,
    ),
  )
}

/** Whether an account has this very name, whichever of its two kinds it is. */
const goesBy = (doors: Doors, accountId: string, nameId: string): Answer<boolean> =>
  pipe(
    load(doors)(account, accountId, 'open'),
    TE.map(({ state }) => {
      if (state.kind === null) return false
      const { email, registration } = state
      if (doors.names.email(email) === nameId) return true
      return registration.type === 'BusinessRegistered' && doors.names.username(registration.data.username) === nameId
    }),
  )

export const keepName = (doors: Doors, { category, nameId, accountId, meta }: NameToReserve): Answer<unknown> =>
  handle(doors)(reservation(category), nameId, { type: 'Keep', accountId }, meta)

export const releaseName = (doors: Doors, { category, nameId, accountId, meta }: NameToReserve): Answer<unknown> =>
  handle(doors)(reservation(category), nameId, { type: 'Release', accountId }, meta)
