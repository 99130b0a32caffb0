import { account } from '../../domain/access/account/decider.ts'
import { conduct } from '../../domain/conduct/conduct/decider.ts'
import type { SanctionReason, Severity } from '../../domain/conduct/conduct/events.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { refuse, type UseCase } from '../use-case.ts'
import { factsOf } from './words.ts'

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
      context.look(account, accountId),
      TE.flatMap(({ state }) => {
        if (state.kind === null) return TE.left(refuse({ type: 'AccountUnknown' }))
        const userType = state.kind === 'business' ? 'user' : 'client'
        const facts = description?.trim() || factsOf.byHand(reason)
        const what = { accountId, userType, sanctionId, reason, severity, description, facts } as const
        const { person, at } = context
        const command = {
          type: 'ImposeSanction',
          ...what,
          by: person.accountId,
        } as const
        return context.run(conduct, accountId, { ...command, at }, { privacy: 'open' })
      }),
      TE.map(({ position }) => ({ position })),
    )
