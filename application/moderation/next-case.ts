import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Lane } from '../ports/case-lookups.ts'
import type { AnyRejection } from '../rejections.ts'
import { refuse, type Answer, type AppFailure, type Context, type UseCase } from '../use-case.ts'
import { takeCase, type Taken } from './claims.ts'

/** So many cases of a list are tried in a row. */
const mostTries = 24
/** Who loses a race over each of them read an old list, and looks again; then he is told that nothing waits. */
const mostLooks = 3
const page = 40

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

const firstFree = (context: Context, lane: Lane | null, looks = 1): Answer<Taken> => {
  const { person, at, lookups } = context
  return pipe(
    lookups.cases.waiting({ lane, by: person.accountId, at, limit: page }),
    TE.flatMap((waiting) =>
      pipe(
        tried(context, waiting, 0),
        TE.orElse((failure) =>
          isEmpty(failure) && waiting.length > 0 && looks < mostLooks
            ? firstFree(context, lane, looks + 1)
            : TE.left(failure),
        ),
      ),
    ),
  )
}

const isEmpty = (failure: AppFailure) => failure.type === 'Rejected' && failure.rejection.type === 'QueueEmpty'

const tried = (context: Context, listed: readonly string[], losses: number): Answer<Taken> => {
  const { handingOut, at } = context
  const waiting = handingOut.freshFirst(listed, at)
  const place = losses === 0 ? 0 : spread(context.meta.correlationId, losses) % Math.min(2 ** losses, waiting.length)
  const caseId = waiting[place]
  if (caseId === undefined || losses >= mostTries) return TE.left(refuse({ type: 'QueueEmpty' }))
  handingOut.sendTo(caseId, at)
  return async () => {
    const taken = await takeCase(context, caseId)()
    if (E.isRight(taken) || taken.left.type !== 'Rejected' || !lost.has(taken.left.rejection.type)) return taken
    return tried(context, waiting.toSpliced(place, 1), losses + 1)()
  }
}

const lost: ReadonlySet<AnyRejection['type']> = new Set(['ClaimedByAnother', 'CaseAlreadyClosed', 'OwnMatter'])

/** Whoever lost a race steps aside by a number of his own: a crowd that walked in file would meet at every case. */
const spread = (request: string, losses: number): number =>
  Array.from(`${request}${losses}`, (letter) => letter.charCodeAt(0)).reduce(
    (sum, code) => (sum * 31 + code) % 1_000_003,
    7,
  )
