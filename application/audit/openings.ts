import { concernedAccounts } from '../../domain/audit/concerned-accounts.ts'
import { account } from '../../domain/accounts/account.ts'
import { openings, openVersion } from '../../domain/audit/openings.ts'
import { maxPeopleOfOpening, openingMinutes } from '../../domain/audit/vocabulary.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { idsWhose, streamOf } from '../command-handler.ts'
import { aggregateOfStream } from '../event-registry.ts'
import type { History, HistoryFailure } from '../history.ts'
import { requireImpartialTo } from '../moderation/own-matter.ts'
import { hasAdminRole, type Person } from '../person.ts'
import type { Clock } from '../ports/clock.ts'
import type { Version } from '../ports/event-store.ts'
import { rejectedWith, type Result, type UseCase, type UseCaseContext } from '../use-case.ts'
import { accountsOf, maxConcerned, subjectsIn } from './people-concerned.ts'

export interface OpenStream {
  /** Id chosen by the caller; a retry sends the same one. */
  readonly openingId: string
  readonly stream: string
  readonly reason: string
}

interface OpenedStream {
  readonly openingId: string
  readonly until: Instant
  /** Accounts whose personal fields are opened. */
  readonly subjects: readonly string[]
  readonly position: Position | null
}

/**
 * Opens the personal fields of a stream for the caller, an administrator.
 * @rule D-47 never where an account is a party that the caller is partial to
 */
export const openStream: UseCase<OpenStream, OpenedStream> =
  (context) =>
  ({ openingId, stream, reason }) => {
    const { person, at } = context
    return pipe(
      TE.Do,
      TE.bind('found', () => loadPeople(context, stream)),
      TE.tap(({ found: { people } }) => requireImpartialTo(context, people)),
      TE.bindW('written', ({ found: { subjects, version } }) =>
        context.execute(openings, person.accountId, {
          type: 'OpenStream',
          openingId,
          stream,
          by: person.accountId,
          reason,
          lastVersion: version,
          people: subjects,
          at,
        }),
      ),
      TE.map(({ found: { subjects }, written: { state, position } }) => {
        const until = state.endByOpening.get(openingId) ?? plusMinutes(at, openingMinutes)
        return { openingId, until, subjects, position }
      }),
    )
  }

interface PeopleOfStream {
  readonly version: Version
  /** Accounts that its events name. Beyond the first hundreds, clients have their client id, the caller apart. */
  readonly people: readonly string[]
  /** Those whose personal fields they hold, erased accounts apart. */
  readonly subjects: readonly string[]
}

const loadPeople = (context: UseCaseContext, stream: string): Result<PeopleOfStream> => {
  const { history, person, lookups } = context
  const aggregate = aggregateOfStream(stream)
  if (aggregate === null) return TE.left(streamNotFound)
  const { events: family } = aggregate
  return pipe(
    history.read(family, stream, 'omitted'),
    TE.filterOrElseW(
      ({ length }) => length > 0,
      () => streamNotFound,
    ),
    TE.map((past) => past.map(({ event }) => event)),
    TE.bindTo('past'),
    TE.let('subjectIds', ({ past }) => [...new Set(past.flatMap((event) => subjectsIn(family, event)))]),
    TE.let('ids', ({ past, subjectIds }) => [...new Set([...subjectIds, ...past.flatMap(concernedAccounts)])]),
    TE.bindW('first', ({ ids }) => accountsOf(lookups, ids.slice(0, maxConcerned))),
    TE.bindW('subjects', ({ subjectIds }) => existingAccounts(context, subjectIds)),
    TE.map(({ past, ids, first, subjects }) => {
      const others = ids.slice(maxConcerned).map((id) => (id === person.clientId ? person.accountId : id))
      return { version: past.length, people: [...first, ...others], subjects }
    }),
  )
}

const streamNotFound = rejectedWith({ type: 'StreamNotFound' })

/** Accounts with these ids, which may be of clients. More than can be informed are not looked up. */
const existingAccounts = ({ load, lookups }: UseCaseContext, ids: readonly string[]): Result<readonly string[]> =>
  ids.length > maxPeopleOfOpening
    ? TE.right(ids)
    : pipe(
        accountsOf(lookups, ids),
        TE.flatMap(
          idsWhose(
            (id) => load(account, id),
            ({ kind }) => kind !== null,
          ),
        ),
      )

/** How many of the stream's first events are open for the reader now. @rule D-46 for no other administrator, nor after losing the role */
export const openVersionFor = (
  { history, clock }: { readonly history: Pick<History, 'load'>; readonly clock: Clock },
  reader: Person,
  stream: string,
): TE.TaskEither<HistoryFailure, Version> =>
  hasAdminRole(reader)
    ? pipe(
        history.load(openings, streamOf(openings, reader.accountId), 'omitted'),
        TE.map(({ state }) => openVersion(state, stream, clock())),
      )
    : TE.right(0)
