import { PersistentMap } from '../kernel/collections.ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { visibleText } from '../kernel/names.ts'
import { Id, Instant, Text, Whole } from '../kernel/primitives.ts'
import { fitsLength } from '../kernel/text.ts'
import { isBefore, plusMinutes } from '../kernel/time.ts'
import { maxPeopleOfOpening, openingMinutes, openingReasonLengths } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const openingFields = {
  openingId: clear(Id),
  /** Name of the opened stream. */
  stream: clear(Id),
  /** The administrator. */
  by: clear(Id),
  until: clear(Instant),
  at: clear(Instant),
}

/** The administrator may read the personal fields of the stream's first events until then. */
const StreamOpened = event('StreamOpened', {
  ...openingFields,
  /** Later events stay sealed. */
  lastVersion: clear(Whole),
  reason: pii('by', Text, ''),
})
/** One for each account that the opened stream concerns. */
export const PersonalDataOpened = event('PersonalDataOpened', {
  ...openingFields,
  accountId: clear(Id),
  reason: pii('accountId', Text, ''),
})

export const OpeningEvents = family(StreamOpened, PersonalDataOpened)
export type OpeningEvent = EventIn<typeof OpeningEvents>

// --- State ------------------------------------------------------------------------------------------

interface Opening {
  readonly lastVersion: number
  readonly until: Instant
}

/** What one administrator has opened. */
export interface OpeningsState {
  /** The latest opening by stream. */
  readonly latest: PersistentMap<string, Opening>
  readonly endByOpening: PersistentMap<string, Instant>
}

const evolve = (state: OpeningsState, { type, data }: OpeningEvent): OpeningsState => {
  if (type === 'PersonalDataOpened') return state
  const { openingId, stream, lastVersion, until } = data
  return {
    latest: state.latest.set(stream, { lastVersion, until }),
    endByOpening: state.endByOpening.set(openingId, until),
  }
}

/** Version of the last event of the stream that is open at `at`; 0 if none is. @rule D-46 for one hour */
export const openVersion = ({ latest }: OpeningsState, stream: string, at: Instant): number => {
  const opening = latest.get(stream)
  return opening !== undefined && isBefore(at, opening.until) ? opening.lastVersion : 0
}

// --- Decisions --------------------------------------------------------------------------------------

export interface OpenStream {
  readonly type: 'OpenStream'
  /** Chosen by the caller; repeating the command with the same id changes nothing. */
  readonly openingId: string
  readonly stream: string
  readonly by: string
  readonly reason: string
  /** Version of the stream now. */
  readonly lastVersion: number
  /** Accounts that the stream concerns, erased ones apart. */
  readonly people: readonly string[]
  readonly at: Instant
}

export type OpeningRejection =
  /** The reason for opening a stream is too short or too long. */
  | { readonly type: 'OpeningReasonLength'; readonly min: number; readonly max: number }
  /** The stream concerns more accounts than can be informed of its opening. */
  | { readonly type: 'TooManyPeopleConcerned'; readonly max: number }

/**
 * Opens the personal fields of a stream, as far as it is written, for one administrator and one hour.
 * @rule D-16 an administrator, a reason, an event
 * @rule D-46 the reason has 10 to 500 visible characters in one line, and everyone concerned is named, to receive it by letter
 */
const decide = (command: OpenStream, state: OpeningsState): DecisionOf<OpeningEvent, OpeningRejection> => {
  const { type: _, people, lastVersion, ...opening } = command
  if (state.endByOpening.has(opening.openingId)) return nothing
  const reason = visibleText(opening.reason)
  if (!fitsLength(reason, openingReasonLengths)) return reject({ type: 'OpeningReasonLength', ...openingReasonLengths })
  if (people.length > maxPeopleOfOpening) return reject({ type: 'TooManyPeopleConcerned', max: maxPeopleOfOpening })
  const fields = { ...opening, reason, until: plusMinutes(opening.at, openingMinutes) }
  return accept<OpeningEvent>(
    { type: 'StreamOpened', data: { ...fields, lastVersion } },
    ...people.map((accountId): OpeningEvent => ({ type: 'PersonalDataOpened', data: { ...fields, accountId } })),
  )
}

/** The openings of one administrator; the stream id is the account id. */
export const openings: Aggregate<OpenStream, OpeningEvent, OpeningsState, OpeningRejection> = {
  category: 'opening',
  events: OpeningEvents,
  initial: { latest: PersistentMap(), endByOpening: PersistentMap() },
  evolve,
  decide,
}
