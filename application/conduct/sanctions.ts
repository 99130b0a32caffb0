import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { conduct } from '../../domain/conduct/conduct/decider.ts'
import { sanctionAppealCaseId } from '../moderation/case-ids.ts'
import { notHeldByAnother } from '../moderation/claims.ts'
import { refuse, unlessDone, type Answer, type Context, type UseCase } from '../use-case.ts'

interface OfSanction {
  readonly sanctionId: string
}
type Written = { readonly position: Position | null }

/** the record is active no longer and its strike leaves the count. */
export const liftSanction: UseCase<OfSanction & { readonly reason: string }, Written> =
  (context) =>
  ({ sanctionId, reason: facts }) => {
    const { person, at } = context
    return pipe(
      sanctionedAccount(context, sanctionId),
      TE.flatMap((accountId) =>
        context.run(conduct, accountId, {
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
export const appealSanction: UseCase<OfSanction & { readonly reason: string }, Written> =
  (context) =>
  ({ sanctionId, reason }) => {
    const { accountId } = context.person
    const command = { type: 'SubmitAppeal', accountId, sanctionId, reason, at: context.at } as const
    return pipe(
      context.run(conduct, accountId, command, { privacy: 'open' }),
      TE.flatMap(unlessDone(context, conduct, accountId, refuse({ type: 'SanctionAlreadyAppealed' }))),
      TE.map(({ position }) => ({ position })),
    )
  }

export const takeSanctionAppeal: UseCase<OfSanction, Written> =
  (context) =>
  ({ sanctionId }) =>
    hearing(context, sanctionId, (accountId) => {
      const { person, at } = context
      return context.run(conduct, accountId, { type: 'TakeAppeal', accountId, sanctionId, by: person.accountId, at })
    })

export interface DecideSanctionAppeal extends OfSanction {
  readonly decision: 'APPROVED' | 'REJECTED'
  readonly reason: string
}

export const decideSanctionAppeal: UseCase<DecideSanctionAppeal, Written> =
  (context) =>
  ({ sanctionId, decision, reason }) =>
    hearing(context, sanctionId, (accountId) => {
      const { person, at } = context
      const whose = { accountId, sanctionId, by: person.accountId }
      return context.run(conduct, accountId, { type: 'DecideAppeal', ...whose, decision, reason, at })
    })

/** Points settled 8: not while another moderator works on it. */
const hearing = (context: Context, sanctionId: string, act: (accountId: string) => Answer<Written>): Answer<Written> =>
  pipe(
    sanctionedAccount(context, sanctionId),
    TE.tap(() => notHeldByAnother(context, sanctionAppealCaseId(sanctionId))),
    TE.flatMap(act),
    TE.map(({ position }) => ({ position })),
  )

const sanctionedAccount = ({ lookups }: Context, sanctionId: string): Answer<string> =>
  pipe(
    lookups.accountOfSanction(sanctionId),
    TE.flatMap((accountId) =>
      accountId === null ? TE.left(refuse({ type: 'SanctionNotFound' })) : TE.right(accountId),
    ),
  )
