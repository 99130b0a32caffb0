import { requireCurrentPassword } from '../../../application/accounts/passwords.ts'
import type { EventDisplay, Leaf } from '../../../application/audit/ports.ts'
import type { Person } from '../../../application/person.ts'
import { isRejection, rejectedWith, type Result } from '../../../application/use-case.ts'
import { concernedAccounts } from '../../../domain/audit/concerned-accounts.ts'
import type { EventMetadata } from '../../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../../domain/kernel/event.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { type EventFilter, type FoundEvent, searchEvents } from '../../../projections/audit/search.queries.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { buildArchive } from '../audit/archives.routes.ts'
import { exportReadme } from '../audit/archives.it.ts'
import type { FileResponse } from '../route.ts'
import { zipStream } from '../zip.ts'

interface EnteredPassword {
  readonly accountId: string
  readonly source: string
  readonly password: string | undefined
}

/** A session is not enough for the whole history of a person. @rule D-63 */
export const requireFreshPassword = (
  { services }: ApiContext,
  { password, ...person }: EnteredPassword,
): Result<void> =>
  password === undefined
    ? TE.left(passwordNeeded)
    : pipe(
        requireCurrentPassword(services, { ...person, password }),
        TE.mapLeft((failure) => (isRejection(failure, 'CurrentPasswordWrong') ? passwordNeeded : failure)),
      )
const passwordNeeded = rejectedWith({ type: 'ExportPasswordNeeded' })

/** The export, and the events of the person with what proves them. @rule D-63 */
export const provenExport = (
  api: ApiContext,
  person: Person,
  data: AsyncIterable<string>,
  name: string,
): Result<FileResponse> =>
  pipe(
    runQuery(() => Promise.all([wholeText(data), ownEvents(api, person)])),
    TE.flatMap(([text, eventIds]) =>
      buildArchive(api, {
        files: [exportReadme(api.origin(), api.clock()), { name: 'data.json', content: Buffer.from(text) }],
        eventIds,
        displayOf: displayTo(person),
        opens: new Set(idsOf(person)),
        history: true,
      }),
    ),
    TE.map((files) => ({ name: `${name}-con-prove.zip`, type: 'application/zip', content: zipStream(files) })),
  )

const wholeText = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = ''
  for await (const part of parts) text += part
  return text
}

const idsOf = ({ accountId, clientId }: Person): readonly string[] =>
  clientId === null ? [accountId] : [accountId, clientId]

const ownStreamsOf = ({ accountId }: Person): readonly string[] => [`account-${accountId}`, `favourites-${accountId}`]

/**
 * What the person did, and what happened in their account, in the order of the log. That another person acted, and when, can
 * be confidential even without a name.
 * @rule Q-46 @rule Q-60
 */
const ownEvents = async (api: ApiContext, person: Person): Promise<readonly string[]> => {
  const streams = ownStreamsOf(person)
  const done = await allEvents(api, { actor: person.accountId })
  const about = await allEvents(api, { subject: idsOf(person) })
  const events = [...done, ...about.filter(({ stream }) => streams.includes(stream))]
  const byPosition = new Map(events.map(({ id, position }) => [position, id]))
  return [...byPosition.keys()].sort().flatMap((position) => byPosition.get(position) ?? [])
}

const eventsPerPage = 1_000

const allEvents = async ({ db }: ApiContext, filter: Omit<EventFilter, 'limit'>): Promise<readonly FoundEvent[]> => {
  const events: FoundEvent[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const page = await searchEvents(db, { ...filter, limit: eventsPerPage, cursor })
    events.push(...page.items)
    cursor = page.nextCursor ?? undefined
    more = page.nextCursor !== null
  }
  return events
}

interface StoredEvent extends AnyEvent {
  readonly stream: string
  readonly meta: EventMetadata
}

/** Everybody but the staff, whom an event would name. */
const unnamedRoles: ReadonlySet<string> = new Set(['visitor', 'policy', 'client', 'business'])

const displayTo = (person: Person) => {
  const [ids, streams] = [new Set(idsOf(person)), ownStreamsOf(person)]
  return ({ leaf, actor, namesNobodyElse }: Leaf): EventDisplay => {
    if (actor === person.accountId) return namesNobodyElse ? 'shown' : 'redacted'
    const event = JSON.parse(leaf) as StoredEvent
    const isOwn = streams.includes(event.stream) && unnamedRoles.has(event.meta.actor.role)
    return isOwn && concernedAccounts(event).every((id) => ids.has(id)) ? 'shown' : 'redacted'
  }
}
