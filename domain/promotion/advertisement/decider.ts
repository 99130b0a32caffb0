import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { AdvertisementEvents, type AdvertisementEvent, type Offer } from './events.ts'
import { faultsOf, type Fault } from './rules.ts'

export type AdvertisementCommand =
  | { readonly type: 'PublishAdvertisement'; readonly linkId: string; readonly offer: Offer; readonly at: Instant }
  | { readonly type: 'WithdrawAdvertisement'; readonly linkId: string; readonly at: Instant }

/** What is offered now; null before the first import, and once withdrawn. */
export type AdvertisementState = Offer | null

export interface AdvertisementRejection {
  readonly type: 'AdvertisementFaulty'
  readonly faults: readonly Fault[]
}

const evolve = (_: AdvertisementState, event: AdvertisementEvent): AdvertisementState =>
  event.type === 'AdvertisementWithdrawn' ? null : event.data.offer

const decide = (
  command: AdvertisementCommand,
  state: AdvertisementState,
): E.Either<AdvertisementRejection, readonly AdvertisementEvent[]> => {
  const { linkId, at } = command
  if (command.type === 'WithdrawAdvertisement')
    return E.right(state === null ? [] : [{ type: 'AdvertisementWithdrawn', data: { linkId, at } }])
  const { offer } = command
  const faults = faultsOf(offer)
  if (faults.length > 0) return E.left({ type: 'AdvertisementFaulty', faults })
  if (state === null) return E.right([{ type: 'AdvertisementPublished', data: { linkId, offer, at } }])
  return E.right(isSame(state, offer) ? [] : [{ type: 'AdvertisementRevised', data: { linkId, offer, at } }])
}

const isSame = (one: Offer, other: Offer): boolean =>
  (Object.keys(one) as (keyof Offer)[]).every((field) => one[field] === other[field])

/** Whether it is to be seen at a moment: switched on, and within its promotional window where it has one. */
export const isShown = (state: AdvertisementState, at: Instant): state is Offer =>
  state !== null &&
  state.isActive &&
  (state.promotionalDate === null || state.promotionalDate <= at) &&
  (state.promotionalEndDate === null || state.promotionalEndDate >= at)

/** One advertisement; its stream goes by its `linkId`. */
export const advertisement: Aggregate<
  AdvertisementCommand,
  AdvertisementEvent,
  AdvertisementState,
  AdvertisementRejection
> = { category: 'advertisement', events: AdvertisementEvents, initial: null, evolve, decide }
