import {
  advertisement,
  type AdvertisementCommand,
  type AdvertisementRejection,
} from '../../domain/promotion/advertisement/decider.ts'
import type { AdvertisementEvent, Offer } from '../../domain/promotion/advertisement/events.ts'
import type { Fault } from '../../domain/promotion/advertisement/rules.ts'
import { listing, listingId } from '../../domain/promotion/listing/decider.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata } from '../../domain/kernel/recorded.ts'
import { handle, load, type Deps, type Failure } from '../handle.ts'
import type { HistoryFailure } from '../history.ts'

export interface Delivered {
  readonly linkId: string
  readonly offer: Offer
}

export interface FaultyAdvertisement {
  readonly linkId: string
  readonly faults: readonly Fault[]
}

export type ImportFailure =
  { readonly type: 'Faulty'; readonly advertisements: readonly FaultyAdvertisement[] } | Failure<AdvertisementRejection>

/** How many advertisements went which way. */
export type Imported = Readonly<Record<'published' | 'revised' | 'withdrawn' | 'unchanged', number>>

interface Step {
  readonly command: AdvertisementCommand
  readonly decided: ReturnType<typeof advertisement.decide>
}

/**
 * Takes a whole list of advertisements over. Everything is decided before anything is written: one faulty entry, and nothing
 * changes. What the list no longer names is withdrawn. Broken off half-way, the same import made again does the rest.
 */
export const importAdvertisements =
  (deps: Deps) =>
  (delivered: readonly Delivered[], meta: Metadata): TE.TaskEither<ImportFailure, Imported> => {
    const at = meta.occurredAt
    const linkIds = delivered.map(({ linkId }) => linkId)
    const named = new Set(linkIds)
    return pipe(
      load(deps)(listing, listingId),
      TE.map(({ state: listed }): readonly AdvertisementCommand[] => [
        ...delivered.map((one) => ({ type: 'PublishAdvertisement', ...one, at }) as const),
        ...[...listed]
          .filter((linkId) => !named.has(linkId))
          .map((linkId) => ({ type: 'WithdrawAdvertisement', linkId, at }) as const),
      ]),
      TE.flatMap(rehearse(deps)),
      TE.flatMap((steps): TE.TaskEither<ImportFailure, Imported> => {
        const faulty = steps.flatMap(({ command: { linkId }, decided }): readonly FaultyAdvertisement[] =>
          E.isLeft(decided) ? [{ linkId, faults: decided.left.faults }] : [],
        )
        if (faulty.length > 0) return TE.left({ type: 'Faulty', advertisements: faulty })
        return pipe(
          handle(deps)(listing, listingId, { type: 'ListAdvertisements', linkIds, at }, meta),
          TE.flatMap(() => carryOut(deps, steps, meta)),
        )
      }),
    )
  }

/** What each would come to, as things stand. */
const rehearse =
  (deps: Deps) =>
  (commands: readonly AdvertisementCommand[]): TE.TaskEither<HistoryFailure, readonly Step[]> =>
    TE.traverseSeqArray((command: AdvertisementCommand) =>
      pipe(
        load(deps)(advertisement, command.linkId),
        TE.map(({ state }): Step => ({ command, decided: advertisement.decide(command, state) })),
      ),
    )(commands)

const carryOut = (deps: Deps, steps: readonly Step[], meta: Metadata) =>
  pipe(
    steps,
    TE.traverseSeqArray(({ command }) => handle(deps)(advertisement, command.linkId, command, meta)),
    TE.map((all) =>
      counted(
        all.map(({ events }) => events[0]),
        steps,
      ),
    ),
  )

const counted = (done: readonly (AdvertisementEvent | undefined)[], steps: readonly Step[]): Imported => {
  const of = (type: AdvertisementEvent['type']) => done.filter((event) => event?.type === type).length
  return {
    published: of('AdvertisementPublished'),
    revised: of('AdvertisementRevised'),
    withdrawn: of('AdvertisementWithdrawn'),
    unchanged: steps.filter(({ command }, n) => command.type === 'PublishAdvertisement' && done[n] === undefined)
      .length,
  }
}
