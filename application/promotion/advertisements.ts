import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import {
  advertisement,
  advertisementClick,
  advertisementClickId,
  type AdvertisementCommand,
  type AdvertisementEvent,
  advertisementListing,
  advertisementListingId,
  type AdvertisementRejection,
  isVisible,
  type Offer,
  type OfferFault,
} from '../../domain/promotion/advertisement.ts'
import { type CommandDeps, type CommandFailure, handle, load } from '../handle.ts'
import type { HistoryFailure } from '../history.ts'
import { authorTypeOf } from '../person.ts'
import { type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'

/**
 * Counts a click on a currently visible advertisement and returns its destination.
 * @rule A-68 clicks are recorded by session
 */
export const clickAdvertisement: UseCase<{ readonly id: string }, string> =
  (context) =>
  ({ id: linkId }) => {
    const { execute, person, at } = context
    const click = { linkId, accountId: person.accountId }
    return pipe(
      TE.Do,
      TE.bind('offer', () => loadVisibleOffer(context, linkId)),
      TE.tap(() =>
        execute(advertisementClick, advertisementClickId(click), {
          type: 'CountClick',
          ...click,
          userType: authorTypeOf(person),
          at,
        }),
      ),
      TE.map(({ offer }) => offer.clickUrl),
    )
  }

const loadVisibleOffer = ({ load, at }: CommandContext, linkId: string): Result<Offer> =>
  pipe(
    load(advertisement, linkId),
    TE.flatMap(({ state }) =>
      isVisible(state, at) ? TE.right(state) : TE.left(refuse({ type: 'AdvertisementUnknown' })),
    ),
  )

export interface DeliveredAdvertisement {
  readonly linkId: string
  readonly offer: Offer
}

export interface FaultyAdvertisement {
  readonly linkId: string
  readonly faults: readonly OfferFault[]
}

export type ImportFailure =
  | { readonly type: 'Faulty'; readonly advertisements: readonly FaultyAdvertisement[] }
  | CommandFailure<AdvertisementRejection>

/** Number of advertisements by outcome. */
export type ImportSummary = Readonly<Record<'published' | 'revised' | 'withdrawn' | 'unchanged', number>>

interface PlannedCommand {
  readonly command: AdvertisementCommand
  readonly decided: ReturnType<typeof advertisement.decide>
}

/**
 * Imports a complete list of advertisements. All are validated before any is written: one invalid entry rejects the
 * list. Advertisements missing from the list are withdrawn. An interrupted import is completed by repeating it.
 */
export const importAdvertisements =
  (deps: CommandDeps) =>
  (delivered: readonly DeliveredAdvertisement[], meta: EventMetadata): TE.TaskEither<ImportFailure, ImportSummary> => {
    const at = meta.occurredAt
    const linkIds = delivered.map(({ linkId }) => linkId)
    const named = new Set(linkIds)
    return pipe(
      load(deps)(advertisementListing, advertisementListingId),
      TE.map(({ state: listed }): readonly AdvertisementCommand[] => [
        ...delivered.map((advertisement) => ({ type: 'PublishAdvertisement', ...advertisement, at }) as const),
        ...[...listed]
          .filter((linkId) => !named.has(linkId))
          .map((linkId) => ({ type: 'WithdrawAdvertisement', linkId, at }) as const),
      ]),
      TE.flatMap(decideAll(deps)),
      TE.flatMap((steps): TE.TaskEither<ImportFailure, ImportSummary> => {
        const faulty = steps.flatMap(({ command: { linkId }, decided }): readonly FaultyAdvertisement[] =>
          E.isLeft(decided) ? [{ linkId, faults: decided.left.faults }] : [],
        )
        if (faulty.length > 0) return TE.left({ type: 'Faulty', advertisements: faulty })
        return pipe(
          handle(deps)(advertisementListing, advertisementListingId, { type: 'ListAdvertisements', linkIds, at }, meta),
          TE.flatMap(() => executeAll(deps, steps, meta)),
        )
      }),
    )
  }

/** Dry run of all commands against the current state. */
const decideAll =
  (deps: CommandDeps) =>
  (commands: readonly AdvertisementCommand[]): TE.TaskEither<HistoryFailure, readonly PlannedCommand[]> =>
    TE.traverseSeqArray((command: AdvertisementCommand) =>
      pipe(
        load(deps)(advertisement, command.linkId),
        TE.map(({ state }): PlannedCommand => ({ command, decided: advertisement.decide(command, state) })),
      ),
    )(commands)

const executeAll = (deps: CommandDeps, steps: readonly PlannedCommand[], meta: EventMetadata) =>
  pipe(
    steps,
    TE.traverseSeqArray(({ command }) => handle(deps)(advertisement, command.linkId, command, meta)),
    TE.map((all) =>
      summarise(
        all.map(({ events }) => events[0]),
        steps,
      ),
    ),
  )

const summarise = (
  done: readonly (AdvertisementEvent | undefined)[],
  steps: readonly PlannedCommand[],
): ImportSummary => {
  const of = (type: AdvertisementEvent['type']) => done.filter((event) => event?.type === type).length
  return {
    published: of('AdvertisementPublished'),
    revised: of('AdvertisementRevised'),
    withdrawn: of('AdvertisementWithdrawn'),
    unchanged: steps.filter(({ command }, n) => command.type === 'PublishAdvertisement' && done[n] === undefined)
      .length,
  }
}
