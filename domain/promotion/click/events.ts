import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Day, Id, Instant, oneOf } from '../../kernel/primitives.ts'

/** Somebody followed an advertisement (E-16). By whom is told by an id alone; no address, no browser, no page. */
export const AdvertisementClicked = event('AdvertisementClicked', {
  linkId: clear(Id),
  accountId: clear(Id),
  userType: clear(oneOf(['user', 'client'])),
  /** In Italy. */
  day: clear(Day),
  at: clear(Instant),
})

export const ClickEvents = family(AdvertisementClicked)
export type ClickEvent = EventIn<typeof ClickEvents>
