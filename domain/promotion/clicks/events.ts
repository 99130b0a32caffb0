import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant } from '../../kernel/primitives.ts'

/** Somebody followed a link; nothing of who it was. */
export const ReferralClicked = event('ReferralClicked', { code: clear(Id), clickId: clear(Id), at: clear(Instant) })

export const ClicksEvents = family(ReferralClicked)
export type ClicksEvent = EventIn<typeof ClicksEvents>
