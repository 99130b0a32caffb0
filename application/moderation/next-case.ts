import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Lane } from '../ports/case-lookups.ts'
import type { AnyRejection } from '../rejections.ts'
import { refuse, type Answer, type AppFailure, type Context, type UseCase } from '../use-case.ts'
import { takeCase, type Taken } from './claims.ts'

/** Who loses so many races in a row is told that nothing waits. */
const mostTries = 24

/**
 * The best case that waits, taken. The list may be old and others read the same one: the case itself says whose it is, and
 * whoever comes second goes on to another. Asked again by the same request it is the same case.
 */
export const nextCase: UseCase<{ readonly lane: Lane | null }, Taken> =
  (context) =>
  ({ lane }) =>
    pipe(
      context.lookups.cases.claimedFor(context.meta.correlationId, context.person.accountId, context.at),
      TE.flatMap((mine) => (mine === null ? firstFree(context, lane) : takeCase(context, mine))),
    )

const firstFree =
  (context: Context, lane: Lane | null): Answer<Taken> =>
  async () => {
    const { person, at, handingOut, lookups } = context
    const tried = new Set<string>()
    while (tried.size < mostTries) {
      const next = await handingOut.next({ lane, by: person.accountId, at, tried }, lookups.cases.waiting)()
      if (E.isLeft(next)) return next
      if (next.right === null) break
      const taken = await takeCase(context, next.right)()
      if (E.isRight(taken)) return taken
      if (!isGone(taken.left)) handingOut.giveBack(next.right)
      if (!isGone(taken.left) && !isOwn(taken.left)) return taken
      tried.add(next.right)
    }
    return E.left(refuse({ type: 'QueueEmpty' }))
  }

const refused =
  (...types: readonly AnyRejection['type'][]) =>
  (failure: AppFailure) =>
    failure.type === 'Rejected' && types.includes(failure.rejection.type)
const isGone = refused('ClaimedByAnother', 'CaseAlreadyClosed')
const isOwn = refused('OwnMatter')
