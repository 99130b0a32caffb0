import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
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
import { type CommandDeps, type CommandFailure, decideAndAppend, load } from '../command-handler.ts'
import type { HistoryFailure } from '../history.ts'
import { authorTypeOf } from '../person.ts'
import { type UseCaseContext, rejectedWith, type UseCase } from '../use-case.ts'

/**
 * Counts a click on a currently visible advertisement and returns its destination.
 * @rule A-68 clicks are recorded by session
 */
export const clickAdvertisement: UseCase<{ readonly id: string }, string> =
  (context) =>
  ({ id: linkId }) => {
    const { person, at } = context
    const click = { linkId, accountId: person.accountId }
    const command = { type: 'CountAdvertisementClick', ...click, userType: authorTypeOf(person), at } as const
    return pipe(
      TE.Do,
      TE.bind('advertisement', () => loadVisibleAdvertisement(context, linkId)),
      TE.tap(() => context.execute(advertisementClick, advertisementClickId(click), command)),
      TE.map(({ advertisement }) => advertisement.clickUrl),
    )
  }

const loadVisibleAdvertisement = ({ load, at }: UseCaseContext, linkId: string) =>
  pipe(
    load(advertisement, linkId),
    TE.flatMap(({ state }) =>
      isVisible(state, at) ? TE.right(state) : TE.left(rejectedWith({ type: 'AdvertisementUnknown' })),
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
  readonly decision: ReturnType<typeof advertisement.decide>
}

/**
 * Imports a complete list of advertisements. All are validated before any is written: one invalid entry rejects the
 * list. Advertisements missing from the list are withdrawn. An interrupted import is completed by repeating it.
 */
export const importAdvertisements =
  (deps: CommandDeps) =>
  (delivered: readonly DeliveredAdvertisement[], meta: EventMetadata): TE.TaskEither<ImportFailure, ImportSummary> => {
    const linkIds = delivered.map(({ linkId }) => linkId)
    const listing = { type: 'ListAdvertisements', linkIds, at: meta.occurredAt } as const
    return pipe(
      TE.Do,
      TE.bindW('commands', () => planCommands(deps, delivered, meta.occurredAt)),
      TE.bindW('planned', ({ commands }) => decideAll(deps, commands)),
      TE.tap(({ planned }) => requireValid(planned)),
      TE.tap(() => decideAndAppend(deps)(advertisementListing, advertisementListingId, listing, meta)),
      TE.bindW('recorded', ({ commands }) => executeAll(deps, commands, meta)),
      TE.map(({ commands, recorded }) => summarise(commands, recorded)),
    )
  }

/** Publishes all delivered advertisements and withdraws the listed ones that are missing. */
const planCommands = (
  deps: CommandDeps,
  delivered: readonly DeliveredAdvertisement[],
  at: Instant,
): TE.TaskEither<HistoryFailure, readonly AdvertisementCommand[]> =>
  pipe(
    load(deps)(advertisementListing, advertisementListingId),
    TE.map(({ state: listed }) => {
      const deliveredIds = new Set(delivered.map(({ linkId }) => linkId))
      const missingIds = [...listed].filter((linkId) => !deliveredIds.has(linkId))
      return [
        ...delivered.map((offered) => ({ type: 'PublishAdvertisement', ...offered, at }) as const),
        ...missingIds.map((linkId) => ({ type: 'WithdrawAdvertisement', linkId, at }) as const),
      ]
    }),
  )

/** Decides all commands on the current state without recording anything. */
const decideAll = (
  deps: CommandDeps,
  commands: readonly AdvertisementCommand[],
): TE.TaskEither<HistoryFailure, readonly PlannedCommand[]> =>
  TE.traverseSeqArray((command: AdvertisementCommand) =>
    pipe(
      load(deps)(advertisement, command.linkId),
      TE.map(({ state }): PlannedCommand => ({ command, decision: advertisement.decide(command, state) })),
    ),
  )(commands)

const requireValid = (planned: readonly PlannedCommand[]): TE.TaskEither<ImportFailure, void> => {
  const faulty = planned.flatMap(({ command: { linkId }, decision }): readonly FaultyAdvertisement[] =>
    E.isLeft(decision) ? [{ linkId, faults: decision.left.faults }] : [],
  )
  return faulty.length > 0 ? TE.left({ type: 'Faulty', advertisements: faulty }) : TE.right(undefined)
}

/** Executes the commands and returns the event each of them recorded, if any. */
const executeAll = (deps: CommandDeps, commands: readonly AdvertisementCommand[], meta: EventMetadata) =>
  pipe(
    commands,
    TE.traverseSeqArray((command) => decideAndAppend(deps)(advertisement, command.linkId, command, meta)),
    TE.map((results) => results.map(({ events }) => events[0])),
  )

const summarise = (
  commands: readonly AdvertisementCommand[],
  recorded: readonly (AdvertisementEvent | undefined)[],
): ImportSummary => {
  const count = (type: AdvertisementEvent['type']) => recorded.filter((event) => event?.type === type).length
  return {
    published: count('AdvertisementPublished'),
    revised: count('AdvertisementRevised'),
    withdrawn: count('AdvertisementWithdrawn'),
    unchanged: commands.filter(({ type }, n) => type === 'PublishAdvertisement' && recorded[n] === undefined).length,
  }
}
