import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { rating } from '../../domain/reputation/rating/decider.ts'
import { refuse, type UseCase } from '../use-case.ts'

/** No business: its ratings are shown and never counted. */
const tester = 'prova'

/** a client adds a rating to their own account, to see the screens follow; exists for developers only. */
export const addTestRating: UseCase<
  { readonly accountId: string | null },
  { readonly ratingId: string; readonly position: Position | null }
> =
  (context) =>
  ({ accountId }) => {
    const { person, at, newId } = context
    const { clientId } = person
    if (accountId !== person.accountId || clientId === null) return TE.left(refuse({ type: 'TestEmailUnknown' }))
    const ratingId = `${tester}_${newId()}`
    const scores = { overall: 5, punctuality: 10, kindness: 10, payment: 10, roomCondition: 10, comment: null }
    const about = {
      ratingId,
      businessId: tester,
      clientId,
      stayType: 'leisure',
      stayDate: romeDay(at),
      held: false,
    } as const
    return pipe(
      context.run(rating, ratingId, { type: 'RateClient', ...about, ...scores, at }, { privacy: 'open' }),
      TE.map(({ position }) => ({ ratingId, position })),
    )
  }
