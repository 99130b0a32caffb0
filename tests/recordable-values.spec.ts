import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailTemplates, notificationTexts } from '../application/all.ts'
import type { EmailServices } from '../application/email.ts'
import { type DomainEvent, eventRegistry } from '../application/event-registry.ts'
import { notificationText } from '../application/notification-texts.ts'
import type { Message } from '../application/ports/mail.ts'
import { emailJobHandler } from '../application/send-email.ts'
import type { Pool } from 'pg'
import type { Person } from '../application/person.ts'
import { account } from '../domain/accounts/account.ts'
import type { AccountKind } from '../domain/accounts/vocabulary.ts'
import { openings } from '../domain/audit/openings.ts'
import { appeal } from '../domain/moderation/appeal.ts'
import { ratingContest } from '../domain/ratings/rating-contest.ts'
import { rating } from '../domain/ratings/rating.ts'
import { dispute } from '../domain/reviews/dispute.ts'
import { review } from '../domain/reviews/review.ts'
import { sanctionRecord } from '../domain/sanctions/sanction-record.ts'
import type { EventEnvelope } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventCodec, EventFamily } from '../domain/kernel/event.ts'
import { E, TE } from '../domain/kernel/fp.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { NotificationValues } from '../domain/kernel/notification.ts'
import { isStorableText } from '../domain/kernel/rules.ts'
import { notificationsOf, notifyingTypes } from '../domain/notifications.ts'
import { emailHtml } from '../infrastructure/messaging/messengers.ts'
import {
  type AnyProjection,
  foldInMemory,
  type ProjectionRow,
  listProjections,
  loadRows,
  projectionTable,
  projectionWaiter,
} from '../infrastructure/projections/projection-engine.ts'
import { projections } from '../projections/all.ts'
import type { Projection } from '../projections/projection.ts'
import type { ApiContext } from '../web/api/api-context.ts'
import { rowsToCsv } from '../web/api/csv.ts'
import { sectionsOf } from '../web/api/privacy/export-sections.ts'
import { resetReaders, startReaderProcess } from './infrastructure/projections/reader-process.ts'
import { memoryTestLog, type TestLog } from './infrastructure/projections/test-log.ts'
import { testRuleSettings } from './support/application.ts'
import { testDatabase } from './support/database.ts'
import { sampleOf } from './support/event-samples.ts'
import { hostileData, withSuffixedIds } from './support/hostile-values.ts'

type Data = Readonly<Record<string, unknown>>

const allCodecs: readonly EventCodec<AnyEvent>[] = [...eventRegistry.codecs.values()]
const codecOf = (type: string) => eventRegistry.codecs.get(type) as unknown as EventCodec<AnyEvent>
const all: readonly AnyProjection[] = Object.values(projections)
const occurredAt = '2026-05-04T10:00:00.000Z' as Instant
const meta = { correlationId: 'c', causationId: null, actor: { id: null, role: 'visitor' as const }, occurredAt }

const samples: readonly AnyEvent[] = allCodecs.map(({ type }) => ({ type, data: sampleOf(type) }))
/** Every event with one hostile value that its codec lets through. */
const accepted: readonly AnyEvent[] = allCodecs.flatMap((codec) =>
  hostileData(codec).flatMap((data) => (codec.unrecordable(data) === null ? [{ type: codec.type, data }] : [])),
)

/** Few events with all these values: each has one in every field but the ids, which relate it to other events. */
const combined: readonly AnyEvent[] = allCodecs.flatMap(({ type, fields }) => {
  const sample = sampleOf(type) ?? {}
  const values = new Map<string, unknown[]>()
  for (const event of accepted)
    if (event.type === type)
      for (const [field, value] of Object.entries(event.data as Data))
        if (value !== sample[field] && fields[field]?.codec.name !== 'Id')
          values.set(field, [...(values.get(field) ?? []), value])
  const count = Math.max(0, ...[...values.values()].map(({ length }) => length))
  return Array.from({ length: count }, (_, n) => {
    const changes = [...values].map(([field, all]) => [field, all[n % all.length]] as const)
    return { type, data: { ...sample, ...Object.fromEntries(changes) } }
  })
})

const envelopeOf = (event: AnyEvent, n = 0): EventEnvelope => ({
  id: `id-${n}`,
  stream: 'samples',
  version: n + 1,
  position: String(n).padStart(8, '0'),
  event,
  meta,
})

describe('Q-118: what the codec of an event accepts', () => {
  it('includes every sample', () =>
    expect(
      samples.flatMap(({ type, data }) => [codecOf(type).unrecordable(data)].filter((field) => field !== null)),
    ).toEqual([]))

  it('is read back as it was written', () => {
    const changed = accepted.filter(({ type, data }) => {
      const written = JSON.parse(JSON.stringify(data)) as Data
      const event = codecOf(type).decode(written)
      return E.isLeft(event) || !isDeepStrictEqual(event.right.data, written)
    })
    expect(changed.map(describeEvent)).toEqual([])
  })
})

/** Fields that differ from the sample, and how. */
const describeEvent = ({ type, data }: AnyEvent): string =>
  Object.entries(data as Data)
    .filter(([name, value]) => !isDeepStrictEqual(value, sampleOf(type)?.[name]))
    .map(([name, value]) => `${type}.${name}: ${JSON.stringify(value).slice(0, 100)}`)
    .join()

describe('Q-118: an accepted event', () => {
  const database = testDatabase()
  afterAll(async () => (await database).drop())
  let log: TestLog

  beforeAll(async () => {
    const { pool } = await database
    await resetReaders(pool)
    log = memoryTestLog(eventRegistry)
    const erasure = new Set(['AccountErased', 'AccountDeleted'])
    await log.write(...samples.filter(({ type }) => !erasure.has(type)))
    const related = relatedSamples()
    for (const [n, event] of combined.entries()) {
      const about = (other: AnyEvent) => ({
        ...other,
        data: withSuffixedIds(codecOf(other.type), other.data as Data, `--${n}`),
      })
      await log.write(
        ...(related.get(event.type) ?? []).filter(({ type }) => !erasure.has(type)).map(about),
        about(event),
      )
    }
  })

  it(
    'is stored by every projection as its fold returns it, with every field as queries expect it',
    { timeout: 300_000 },
    async () => {
      const { pool } = await database
      const process = startReaderProcess(pool, log)
      for (const projection of all) process.run(projection)
      const head = E.getOrElse((): string | null => null)(await log.store.head()()) ?? ''
      const names = all.map(({ name }) => name)
      const reached = await projectionWaiter(process).waitFor(names, head, 240_000)
      const status = await listProjections(process, all)
      expect(status.flatMap(({ name, stopped }) => (stopped === null ? [] : [{ name, ...stopped }]))).toEqual([])
      expect(reached).toEqual({ type: 'Reached' })
      const recorded = await log.recorded()
      for (const [n, projection] of all.entries()) {
        const typed = projection as unknown as Projection<ProjectionRow>
        const expected = foldInMemory(typed, recorded)
        const table = projectionTable(projection, status[n]?.relation ?? '')
        const stored = await loadRows(pool, table, [...expected.keys()])
        const wrong = [...expected].flatMap(([key, row]) => {
          const found = stored.get(key)
          const { error } = typed.row.safeParse(found)
          return isDeepStrictEqual(found, row) && error === undefined ? [] : [[key, error?.message]]
        })
        expect(wrong, projection.name).toEqual([])
      }
    },
  )

  it('can be exported by its owner, as JSON and as CSV', { timeout: 300_000 }, async () => {
    const { pool, queries } = await database
    await assignRowsToSamples(pool)
    const api = exportContext(queries)
    for (const accountId of idsIn('accountId', 'businessId', 'authorId', 'reporterId', 'appellantId'))
      await exportAll(api, { accountId, clientId: null }, isSectionOfRows)
    for (const clientId of idsIn('clientId'))
      await exportAll(api, { accountId: 'account-giulia', clientId }, isSectionOfRows)
    await exportAll(api, { accountId: 'account-giulia', clientId: 'client-giulia' }, (name) => readsHistory.has(name))
    const { rows } = await pool.query<{ key: string }>(`select key from read.accounts where key like '%--%'`)
    expect(rows.length).toBeGreaterThan(50)
    for (const { key } of rows)
      await exportAll(api, { accountId: key, clientId: null }, (name) => name === 'userProfile')
  })
})

/** By event type: the samples that touch the same rows, in the order of their kinds. */
const relatedSamples = (): ReadonlyMap<string, readonly AnyEvent[]> => {
  const keysIn = (projection: AnyProjection, event: AnyEvent): readonly string[] =>
    projection.events.codecs.has(event.type) ? projection.keys(envelopeOf(event) as EventEnvelope<never>) : []
  return new Map(
    samples.map((event) => {
      const found = new Set<AnyEvent>()
      for (const projection of all) {
        const keys = new Set(keysIn(projection, event))
        if (keys.size > 0)
          for (const other of samples) if (keysIn(projection, other).some((key) => keys.has(key))) found.add(other)
      }
      return [event.type, [...found]]
    }),
  )
}

/**
 * Removes the suffixes of owners, so that an account has the rows of all events about accounts like it. `accounts` keeps
 * its own: joins find one row per account.
 */
const assignRowsToSamples = async (pool: Pool) => {
  const { rows: tables } = await pool.query<{ name: string; columns: readonly string[] }>(
    `select c.table_name as name, array_agg(c.column_name::text) as columns from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'read' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
       and c.column_name like '%\\_id' and c.table_name not like 'accounts%' group by c.table_name`,
  )
  for (const { name, columns } of tables) {
    const changes = columns.map((column) => `${column} = regexp_replace(${column}, '--[0-9]+$', '')`)
    await pool.query(`update read.${name} set ${changes.join(', ')}`)
  }
  await pool.query('analyze')
}

/** Ids that the samples have in these fields. */
const idsIn = (...fields: readonly string[]): readonly string[] => [
  ...new Set(
    samples.flatMap(({ data }) =>
      Object.entries(data as Data).flatMap(([field, value]) =>
        fields.includes(field) && typeof value === 'string' ? [value] : [],
      ),
    ),
  ),
]

/** A history in which every stream contains all accepted events of its family, after the samples. */
const acceptedHistory = {
  read: (family: EventFamily<AnyEvent>) =>
    TE.right([...samples, ...combined].filter(({ type }) => family.codecs.has(type)).map(envelopeOf)),
}

const exportContext = (db: ApiContext['db']) =>
  ({
    db,
    clock: () => occurredAt,
    gazetteer: { nameOf: () => null },
    services: {
      history: acceptedHistory,
      ruleSettings: testRuleSettings,
      nameHasher: { rating: (id: string) => id },
      codes: { current: () => TE.right(null) },
    },
  }) as unknown as ApiContext

/** Sections that show the events themselves. */
const readsHistory = new Set(['history', 'avaPayouts'])
const isSectionOfRows = (name: string) => name !== 'userProfile' && !readsHistory.has(name)

const exportAll = async (
  api: ApiContext,
  owner: Pick<Person, 'accountId' | 'clientId'>,
  includes: (name: string) => boolean,
) => {
  for (const [name, section] of sectionsOf(api, owner as Person)) {
    if (!includes(name)) continue
    const rows: Data[] = []
    for await (const row of section) rows.push(row)
    for (const text of [JSON.stringify(rows), rowsToCsv(rows)]) expect(isStorableText(text), name).toBe(true)
  }
}

const letterFamilies = [account, appeal, dispute, openings, rating, ratingContest, review, sanctionRecord].map(
  ({ events }) => events,
)
const isInLetters = ({ type }: AnyEvent) =>
  letterFamilies.some(({ codecs: known }) => known.has(type)) || notifyingTypes.has(type)

describe('Q-118: the e-mails about an accepted event', () => {
  it('can be written and sent', async () => {
    const sent = new Set<string>()
    const failed: string[] = []
    const readBy = await eventsReadBy()
    const templatesReading = (type: string) => Object.keys(emailTemplates).filter((name) => readBy.get(name)?.has(type))
    for (const event of accepted.filter(isInLetters))
      for (const name of templatesReading(event.type)) {
        try {
          if ((await writeLetter(name, event)).written) sent.add(name)
        } catch (error) {
          failed.push(`${name}, ${describeEvent(event)}: ${String(error)}`)
        }
      }
    expect(failed).toEqual([])
    expect(Object.keys(emailTemplates).filter((name) => !sent.has(name))).toEqual([])
  })
})

/** Types of the events that each e-mail is written from. */
const eventsReadBy = async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const emails = Object.keys(emailTemplates).map(async (name) => {
    const { read } = await writeLetter(name, { type: 'ReviewHidden', data: sampleOf('ReviewHidden') })
    return [name, read] as const
  })
  return new Map(await Promise.all(emails))
}

const leftOut = new Set(['ClientRegistered', 'BusinessRegistered', 'EmailConfirmed', 'RoleRevoked', 'AccountDeleted'])
const pastOf = (registration: string): readonly EventEnvelope[] => {
  const first = [registration, 'EmailChanged', 'EmailChangeRequested']
  const others = samples.flatMap(({ type }) => (leftOut.has(type) || first.includes(type) ? [] : [type]))
  // with consent, so that text messages are written too
  const consents = { PreferencesSet: { emailNotifications: true, smsNotifications: true } }
  const dataOf = (type: string) => Object.assign({}, sampleOf(type), consents[type as keyof typeof consents])
  return [...first, ...others].map((type, n) => envelopeOf({ type, data: dataOf(type) }, n))
}
const pastOfClient = pastOf('ClientRegistered')
const pastOfBusiness = pastOf('BusinessRegistered')

/** Writes the e-mail for an account with all the samples, of which `event` replaces one. */
const writeLetter = async (name: string, event: AnyEvent) => {
  const past = event.type.startsWith('Business') ? pastOfBusiness : pastOfClient
  const read = new Set<string>()
  const services = {
    history: {
      read: ({ codecs }: EventFamily<AnyEvent>) => {
        for (const type of codecs.keys()) read.add(type)
        const known = past.filter(({ event: { type } }) => codecs.has(type))
        return TE.right(known.map((one) => (one.event.type === event.type ? { ...one, id: 'hostile', event } : one)))
      },
    },
    clock: () => occurredAt,
    codes: { current: () => TE.right(code), issue: () => TE.right(code) },
    payoutUndoTokens: { issue: () => 'token' },
    contactTokens: { issue: () => 'token' },
    temporaryPasswords: { issue: () => TE.right({ ...code, password: 'Provvisoria1!' }) },
    nameHasher: { phone: () => 'number' },
    passkeys: { listOf: () => TE.right([{ deviceName: 'Firefox su Linux', createdAt: occurredAt }]) },
    notifications: {
      store: {
        inMessage: () => {
          for (const type of notifyingTypes) read.add(type)
          return TE.right(
            notificationsOf(event as DomainEvent).map((one) => ({ values: {}, ...one, about: event.type })),
          )
        },
      },
      textOf: (one: { about: string; values: NotificationValues }, reader: AccountKind) =>
        notificationText(notificationTexts, one, reader),
      filesOf: () => Promise.resolve([]),
      unsubscribeTokens: { issue: () => 'token' },
    },
  } as unknown as EmailServices
  let written = false
  const messenger = {
    send: async ({ to, subject, text }: Message) => {
      written = true
      const parts = [to, subject, text, emailHtml(subject, text)]
      if (!parts.every(isStorableText)) throw new Error('contains text that no e-mail can hold')
      if (parts.some((part) => part.includes('Invalid Date'))) throw new Error('contains a date that does not exist')
    },
  }
  const { at = occurredAt, sanctionId = 'sanction-1' } = event.data as Readonly<Record<string, string>>
  const decision = { decisionId: 'hostile', stream: event.type.startsWith('Dispute') ? 'dispute-1' : 'review-1' }
  const request = { accountId: 'account-giulia', changeId: 'change-2', recoveryId: 'recovery-1', ratingId: 'rating-1' }
  const opening = { openingId: 'opening-1', by: 'account-sofia' }
  const contact = { stayMonth: '2026-02-01', province: 'SI', named: 'province' }
  const data = {
    ...request,
    ...contact,
    ...opening,
    ...decision,
    sanctionId,
    about: event.type,
    at,
    undoableUntil: at,
    overdue: 1,
    dueSoon: 1,
    phone: 'number',
  }
  await emailJobHandler(
    emailTemplates,
    services,
    messenger,
    'https://garbo.example',
  )({
    name,
    data,
    key: name,
    attempt: 1,
  })
  return { written, read }
}
const code = { code: '123456', token: 'token', expiresAt: '2026-05-04T10:10:00.000Z' }
