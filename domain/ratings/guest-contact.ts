import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, type DataOf, event, type EventIn, family } from '../kernel/event.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Day, Id, Instant, nullable, oneOf, Text } from '../kernel/primitives.ts'
import { isBefore, plusMonths } from '../kernel/time.ts'
import { deniedContactMonths } from './rules.ts'
import { namedAreas } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const contactFields = {
  /** Account of the business. */
  businessId: clear(Id),
  clientId: clear(Id),
  /** The rating that made the contact; identifies it. */
  ratingId: clear(Id),
}

/** A business added a guest, who gets a letter about it. */
export const GuestContactMade = event('GuestContactMade', {
  ...contactFields,
  /** Account of the guest. */
  accountId: clear(Id),
  /** First day of the month of the stay. */
  stayMonth: clear(Day),
  /** Two-letter code of the province of the business; null if unknown. */
  province: clear(nullable(Text)),
  /** What the letter names: the province, or its region where the province would narrow the venue down too much. */
  named: clear(oneOf(namedAreas)),
  /** When the letter leaves. */
  announcedAt: clear(Instant),
  at: clear(Instant),
})

/** The guest declared not to have been a guest of the business. */
export const GuestContactDenied = event('GuestContactDenied', {
  ...contactFields,
  /** Until when the business cannot add the guest again. */
  until: clear(Instant),
  at: clear(Instant),
})

export const GuestContactEvents = family(GuestContactMade, GuestContactDenied)
export type GuestContactEvent = EventIn<typeof GuestContactEvents>

// --- State ------------------------------------------------------------------------------------------

export type GuestContactState =
  | { readonly status: 'none' }
  | { readonly status: 'made'; readonly contact: DataOf<GuestContactEvent, 'GuestContactMade'> }
  | {
      readonly status: 'denied'
      readonly contact: DataOf<GuestContactEvent, 'GuestContactMade'>
      readonly until: Instant
    }

const evolve = (state: GuestContactState, { type, data }: GuestContactEvent): GuestContactState => {
  if (type === 'GuestContactMade') return { status: 'made', contact: data }
  return state.status === 'none' ? state : { status: 'denied', contact: state.contact, until: data.until }
}

// --- Commands and rejections ------------------------------------------------------------------------

type MakeContact = { readonly type: 'MakeContact' } & DataOf<GuestContactEvent, 'GuestContactMade'>

interface DenyContact {
  readonly type: 'DenyContact'
  /** Identifies the contact that the letter announced. */
  readonly ratingId: string
  /** When the guest wrote the latest review of the business that stands; null without one. */
  readonly reviewedAt: Instant | null
  readonly at: Instant
}

export type GuestContactCommand = MakeContact | DenyContact

export type GuestContactRejection =
  /** The guest declared not to have been there; the response gives no reason, since the address may be a new one. */
  | { readonly type: 'ClientNotAddable' }
  /** The link of a first letter names no contact. */
  | { readonly type: 'ContactLinkInvalid' }
  /** The link was used before, and the business has added the guest again since. */
  | { readonly type: 'ContactLinkUsed' }
  /** A guest who has reviewed the business since the month of the stay declares not to have been there. */
  | { readonly type: 'StayReviewed' }

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<GuestContactEvent, GuestContactRejection>

const decide = (command: GuestContactCommand, state: GuestContactState): Decision =>
  command.type === 'MakeContact' ? makeContact(command, state) : denyContact(command, state)

/** Why the business may not add the guest; null if it may. @rule Q-122 not for twelve months after the guest's declaration */
export const addingRejection = (state: GuestContactState, at: Instant): GuestContactRejection | null =>
  deniedUntil(state, at) === null ? null : { type: 'ClientNotAddable' }

/**
 * Until when the guest may not review the business, having declared not to have been there; null if the guest may. The
 * business may not rate the guest either.
 * @rule D-52
 */
export const deniedUntil = (state: GuestContactState, at: Instant): Instant | null =>
  state.status === 'denied' && isBefore(at, state.until) ? state.until : null

/** @rule Q-122 one letter for each guest, the first time */
const makeContact = ({ type: _, ...contact }: MakeContact, state: GuestContactState): Decision => {
  const rejection = addingRejection(state, contact.at)
  if (rejection !== null) return reject(rejection)
  return state.status === 'made' ? nothing : accept({ type: 'GuestContactMade', data: contact })
}

/** @rule D-52 who has reviewed the business since the month of the stay was there; an earlier review is about another stay */
const denyContact = ({ ratingId, reviewedAt, at }: DenyContact, state: GuestContactState): Decision => {
  if (state.status === 'none') return reject({ type: 'ContactLinkInvalid' })
  if (state.contact.ratingId !== ratingId) return reject({ type: 'ContactLinkUsed' })
  if (state.status === 'denied') return nothing
  if (reviewedAt !== null && romeDay(reviewedAt) >= state.contact.stayMonth) return reject({ type: 'StayReviewed' })
  const { businessId, clientId } = state.contact
  const until = plusMonths(at, deniedContactMonths)
  return accept({ type: 'GuestContactDenied', data: { businessId, clientId, ratingId, until, at } })
}

export const guestContactId = (businessId: string, clientId: string): string => `${businessId}_${clientId}`

/** First contact of a business with a guest. The stream id combines both. @rule Q-122 */
export const guestContact: Aggregate<GuestContactCommand, GuestContactEvent, GuestContactState, GuestContactRejection> =
  {
    category: 'guestcontact',
    events: GuestContactEvents,
    initial: { status: 'none' },
    evolve,
    decide,
  }
