import { account } from '../../domain/access/account/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { rating } from '../../domain/reputation/rating/decider.ts'
import type { StayType } from '../../domain/reputation/rating/events.ts'
import type { Position, Recorded } from '../../domain/kernel/recorded.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { streamOf } from '../handle.ts'
import { refuse, unlessDone, type Answer, type Context, type UseCase } from '../use-case.ts'

export interface RateClient {
  /** One of the business's own clients, or anybody by their exact e-mail address. */
  readonly client: { readonly clientId: string } | { readonly accountId: string | null }
  readonly overall: number
  readonly punctuality: number
  readonly kindness: number
  readonly payment: number
  readonly roomCondition: number
  readonly stayType: StayType
  readonly stayDate: Day
  readonly comment: string | null
}

export interface Rated {
  readonly ratingId: string
  readonly clientId: string
  readonly avaEarned: number
  readonly position: Position | null
}

/** a business rates a client once a stay; the rating's id is made of the three, so a second one meets the first. */
export const rateClient: UseCase<RateClient, Rated> = (context) => (input) =>
  pipe(
    clientIn(context, input.client),
    TE.flatMap((clientId) => {
      const { accountId: businessId } = context.person
      const ratingId = [businessId, clientId, input.stayDate].join('_')
      const { client: _, ...scores } = input
      const held = context.limits.ratingRelease === 'batch'
      const command = { type: 'RateClient', ratingId, businessId, clientId, ...scores, held, at: context.at } as const
      return pipe(
        context.run(rating, ratingId, command, { privacy: 'open' }),
        TE.flatMap(unlessDone(context, rating, ratingId, refuse({ type: 'AlreadyRated' }))),
        TE.flatMap(({ recorded, position }) =>
          pipe(
            avaEarnedBy(context, recorded),
            TE.map((avaEarned) => ({ ratingId, clientId, position, avaEarned })),
          ),
        ),
      )
    }),
  )

/** What stands in the log, not what this request did: the policy's own run may have been quicker. */
const avaEarnedBy = ({ history, person }: Context, causes: readonly Recorded[]): Answer<number> =>
  pipe(
    history.read(wallet.events, streamOf(wallet, person.accountId), 'blank'),
    TE.map((movements) =>
      movements
        .filter(({ meta }) => causes.some(({ id }) => id === meta.causationId))
        .reduce((sum, { event }) => sum + (event.type === 'AvaEarned' ? event.data.amount : 0), 0),
    ),
  )

const unknown = () => refuse({ type: 'ClientUnknown' })

const clientIn = (context: Context, client: RateClient['client']): Answer<string> => {
  if ('clientId' in client)
    return pipe(
      context.lookups.isClientOf(context.person.accountId, client.clientId),
      TE.filterOrElseW((known) => known, unknown),
      TE.map(() => client.clientId),
    )
  if (client.accountId === null) return TE.left(unknown())
  return pipe(
    context.look(account, client.accountId),
    TE.flatMap(({ state }) =>
      state.kind === 'client' && state.clientId !== null ? TE.right(state.clientId) : TE.left(unknown()),
    ),
  )
}
