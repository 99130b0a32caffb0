import * as fc from 'fast-check'
import { createCipheriv, createDecipheriv, createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventRegistry as all } from '../../../application/event-registry.ts'
import { historyOf } from '../../../application/history.ts'
import type { Keyring } from '../../../application/ports/keyring.ts'
import type { Sealable, Sealed } from '../../../application/ports/sealing.ts'
import {
  type AnyEvent,
  clear,
  event,
  type EventCodec,
  type EventFamily,
  family,
  type Field,
  pii,
} from '../../../domain/kernel/event.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import { Text } from '../../../domain/kernel/primitives.ts'
import { memoryEventStore } from '../../../infrastructure/event-store/memory/memory-event-store.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { sealing } from '../../../infrastructure/keyring/sealing.ts'
import { sampleOf } from '../../support/event-samples.ts'

type Data = Readonly<Record<string, unknown>>
interface Stored extends Sealed {
  readonly data: Data
}
const eventRegistry: EventFamily<AnyEvent> = all
const codecs: readonly EventCodec<AnyEvent>[] = [...eventRegistry.codecs.values()]
const personalFields = ({ fields }: EventCodec<AnyEvent>) =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'pii' ? [[name, field] as const] : []))
const personalCodecs = codecs.filter((codec) => personalFields(codec).length > 0)
const subjectsOf = (codec: EventCodec<AnyEvent>, data: Data) => [
  ...new Set(personalFields(codec).map(([, { subject }]) => String(data[subject]))),
]

let keyring: Keyring
let seals: ReturnType<typeof sealing>
beforeEach(() => {
  keyring = memoryKeyring()
  seals = sealing(keyring, eventRegistry)
})
const orThrow = async <A>(task: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await task()
  if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left))
  return outcome.right
}
const sealableOf = (type: string, data: Data = sampleOf(type) ?? {}): Sealable => ({
  id: randomUUID(),
  event: { type, data },
})
/** Events as read back from the log. */
const stored = async (...sealables: readonly Sealable[]): Promise<readonly Stored[]> =>
  (await orThrow(seals.seal(sealables))).map((data, i) => ({
    id: sealables[i]?.id ?? '',
    type: sealables[i]?.event.type ?? '',
    data: JSON.parse(JSON.stringify(data)) as Data,
  }))
const storedOne = async (sealable: Sealable): Promise<Stored> => {
  const [event] = await stored(sealable)
  if (!event) throw new Error('nothing was sealed')
  return event
}
const open = async (...events: readonly Sealed[]) => (await orThrow(seals.open(events))) as readonly Data[]
const erasedOf = (codec: EventCodec<AnyEvent>, data: Data) => ({
  ...data,
  ...Object.fromEntries(personalFields(codec).map(([name, { whenErased }]) => [name, whenErased])),
})

describe('sealing personal data', () => {
  it('is tested with events that contain personal data', () => expect(personalCodecs.length).toBeGreaterThan(8))

  it.each(codecs.map(({ type }) => type))('%s opens as it was sealed', async (type) => {
    const event = await storedOne(sealableOf(type))
    expect(await open(event)).toEqual([sampleOf(type)])
  })

  it('preserves every text, list and null, and equal values are indistinguishable', async () => {
    const comment = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null), fc.constant(''))
    await fc.assert(
      fc.asyncProperty(comment, fc.array(fc.string({ unit: 'grapheme' })), async (comment, reasonTags) => {
        const data = { ...sampleOf('ReviewSubmitted'), comment, reasonTags }
        const events = await stored(sealableOf('ReviewSubmitted', data), sealableOf('ReviewSubmitted', data))
        expect(await open(...events)).toEqual([data, data])
        const [first, second] = events.map((event) => event.data['comment'])
        expect(first).not.toEqual(second)
      }),
    )
  })

  it('hides whether a phone number exists', async () => {
    const lengthOf = async (phone: string | null) => {
      const event = await storedOne(sealableOf('ClientRegistered', { ...sampleOf('ClientRegistered'), phone }))
      return JSON.stringify(event.data['phone']).length
    }
    expect(await lengthOf(null)).toBe(await lengthOf('+390612345678'))
  })

  it.each(personalCodecs.map((codec) => [codec.type, codec] as const))(
    'R23: of %s no personal data is visible',
    async (type, codec) => {
      const personal = personalFields(codec).map(([name, field]) => [name, canaryFor(field)] as const)
      const event = await storedOne(sealableOf(type, { ...sampleOf(type), ...Object.fromEntries(personal) }))
      expect(JSON.stringify(event)).not.toContain('CANARY')
      for (const [name] of personal) expect(Object.keys(event.data[name] as Data)).toEqual(['~', 'k', 's', 'e'])
      expect((await open(event))[0]).toMatchObject(Object.fromEntries(personal))
    },
  )

  it('writes only what the event registry declares', async () => {
    const event = await storedOne(sealableOf('NameKept', { ...sampleOf('NameKept'), email: 'giulia@example.it' }))
    expect(event.data).toEqual(sampleOf('NameKept'))
  })

  it('rejects unknown events and personal data without a subject', () => {
    expect(() => seals.seal([sealableOf('Invented', {})])).toThrow('Invented is not in the event registry')
    const orphan = { ...sampleOf('PayoutAddressSet'), accountId: '' }
    expect(() => seals.seal([sealableOf('PayoutAddressSet', orphan)])).toThrow('accountId is empty')
  })

  it('always has a subject', () => {
    for (const codec of personalCodecs)
      for (const [, { subject }] of personalFields(codec)) {
        expect(codec.fields[subject]?.kind).toBe('clear')
        for (const noSubject of [null, undefined, '']) expect(codec.fields[subject]?.codec.is(noSubject)).toBe(false)
      }
  })
})

describe('a sealed field', () => {
  it('cannot be opened in another event, in another field or for another subject', async () => {
    const [first, second] = (await stored(sealableOf('ClientRegistered'), sealableOf('ClientRegistered'))) as [
      Stored,
      Stored,
    ]
    await orThrow(keyring.provision(['other-account']))
    const moved: Data = {
      ...second.data,
      email: first.data['email'],
      firstName: second.data['lastName'],
      lastName: { ...(second.data['lastName'] as Data), s: 'other-account' },
    }
    const [data] = await open({ ...second, data: moved })
    expect(data).toEqual({
      ...sampleOf('ClientRegistered'),
      email: moved['email'],
      firstName: moved['firstName'],
      lastName: moved['lastName'],
    })
  })

  it('cannot be opened in another field with a name of the same length', async () => {
    const event = await storedOne(sealableOf('BusinessRegistered'))
    const { username, location } = event.data
    const [data] = await open({ ...event, data: { ...event.data, username: location, location: username } })
    expect(data).toMatchObject({ username: location, location: username })
  })

  it('makes its event unreadable, and no other, when it was modified', async () => {
    const store = memoryEventStore()
    const history = historyOf(store, seals, eventRegistry)
    const meta = {
      correlationId: 'c',
      causationId: null,
      actor: { id: null, role: 'operator' },
      occurredAt: '2026-01-01T00:00:00.000Z',
    } as never
    await orThrow(
      history.append(
        'account-aurora',
        0,
        ['ClientRegistered', 'ClientRegistered', 'ClientRegistered'].map((type) => ({ ...sealableOf(type), meta })),
      ),
    )
    const page = await orThrow(store.read('account-aurora'))
    for (const tamper of tamperings) {
      const tampered = page.map((event, i) =>
        i === 1 ? { ...event, data: JSON.stringify(tamper(JSON.parse(event.data) as Data)) } : event,
      )
      expect((await orThrow(history.decode(eventRegistry, tampered))).map(E.isRight)).toEqual([true, false, true])
    }
  })

  it('cannot be mistaken for a value of any field', () => {
    for (const codec of personalCodecs)
      for (const [, field] of personalFields(codec)) expect(field.codec.is({ '~': 'x', s: 'x', e: null })).toBe(false)
  })
})

/** The value of a field by its own key, without our code and without the subject's key; null if it cannot be. */
const openedBy = (key: string, { id, data }: Stored, field: string): unknown => {
  const sealed = data[field] as { readonly '~': string; readonly k: string; readonly s: string }
  const fieldKey = Buffer.from(key, 'base64url')
  if (createHash('sha256').update(fieldKey).digest('base64url') !== sealed.k) return null
  const bytes = Buffer.from(sealed['~'], 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', fieldKey, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(`${id.length}.${field.length}.${id}${field}${sealed.s}`))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8'))
}
const keyOf = async (subject: string): Promise<Uint8Array> => {
  const key = (await orThrow(keyring.provision([subject]))).get(subject)
  if (!(key instanceof Uint8Array)) throw new TypeError(`${subject} has no key`)
  return key
}
/** A field as version 0.3 sealed it: with the subject's key. */
const sealedBySubjectKey = async (id: string, field: string, subject: string, value: unknown) => {
  const cipher = createCipheriv('aes-256-gcm', await keyOf(subject), Buffer.alloc(12, 7))
  cipher.setAAD(Buffer.from(`${id.length}.${field.length}.${id}${field}${subject}`))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value).padEnd(32)), cipher.final()])
  const text = Buffer.concat([Buffer.alloc(12, 7), cipher.getAuthTag(), ciphertext]).toString('base64url')
  return { '~': text, s: subject, e: '' }
}

describe('D-60: the key of a sealed field', () => {
  it('proves what was sealed, without the key of the subject and for no other field', async () => {
    const event = await storedOne(sealableOf('ClientRegistered'))
    const [fields = []] = await orThrow(seals.disclose([event]))
    expect(fields.length).toBeGreaterThan(3)
    for (const { field, value, key } of fields) expect(openedBy(key ?? '', event, field)).toEqual(value)
    expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length)
    const [subject = ''] = fields.map((field) => field.subject)
    expect(fields.map(({ key }) => key)).not.toContain(Buffer.from(await keyOf(subject)).toString('base64url'))
    const [first, second] = fields
    expect(openedBy(first?.key ?? '', event, second?.field ?? '')).toBeNull()
  })

  it('differs when the same value is sealed again at the same place', async () => {
    const sealable = sealableOf('ClientRegistered')
    const [before, after] = await orThrow(seals.disclose(await stored(sealable, sealable)))
    expect(before?.map(({ key }) => key)).not.toEqual(after?.map(({ key }) => key))
  })

  it('is not opened if another key was committed to', async () => {
    const event = await storedOne(sealableOf('ClientRegistered'))
    const { email, lastName } = event.data as Record<string, Data>
    const data = { ...event.data, email: { ...email, k: lastName?.['k'] } }
    expect((await open({ ...event, data }))[0]).toMatchObject({ email: data.email })
    const [disclosed = []] = await orThrow(seals.disclose([{ ...event, data }]))
    expect(disclosed.map(({ field }) => field)).not.toContain('email')
  })

  it('does not exist for fields of version 0.3, which still open', async () => {
    const event = await storedOne(sealableOf('ClientRegistered'))
    const { accountId = '' } = sampleOf('ClientRegistered') as { accountId?: string }
    const email = await sealedBySubjectKey(event.id, 'email', accountId, 'vecchia@example.it')
    const old = { ...event, data: { ...event.data, email } }
    expect((await open(old))[0]).toMatchObject({ email: 'vecchia@example.it' })
    const [disclosed = []] = await orThrow(seals.disclose([old]))
    expect(disclosed.find(({ field }) => field === 'email')).toMatchObject({ value: 'vecchia@example.it', key: null })
  })

  it('goes with the subject', async () => {
    const event = await storedOne(sealableOf('ClientRegistered'))
    for (const subject of subjectsOf(personalCodecs.find(({ type }) => type === event.type) as never, event.data))
      await orThrow(keyring.erase(subject))
    expect(await orThrow(seals.disclose([event]))).toEqual([[]])
  })
})

const tamperings: readonly ((data: Data) => Data)[] = [
  (data) => ({ ...data, email: { ...(data['email'] as Data), '~': flipped(data, 3) } }),
  (data) => ({ ...data, email: { ...(data['email'] as Data), '~': flipped(data, 20) } }),
  (data) => ({ ...data, email: { ...(data['email'] as Data), '~': flipped(data, 60) } }),
  (data) => ({ ...data, email: { ...(data['email'] as Data), '~': '' } }),
  (data) => ({ ...data, email: { ...(data['email'] as Data), '~': 7 } }),
  (data) => ({ ...data, email: { ...(data['email'] as Data), s: 7 } }),
  (data) => ({ ...data, email: { '~': (data['email'] as Data)['~'] } }),
  (data) => ({ ...data, email: data['lastName'] }),
]
const flipped = (data: Data, at: number) => {
  const text = String((data['email'] as Data)['~'])
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

describe('R23: an erased subject', () => {
  it.each(personalCodecs.map((codec) => [codec.type, codec] as const))(
    'has erased or blank personal data in %s',
    async (type, codec) => {
      const data = sampleOf(type) ?? {}
      const event = await storedOne(sealableOf(type))
      expect(seals.omit([event])).toEqual([erasedOf(codec, data)])
      for (const subject of subjectsOf(codec, data)) await orThrow(keyring.erase(subject))
      expect(await open(event)).toEqual([erasedOf(codec, data)])
    },
  )

  it('does not affect other events of the same page', async () => {
    const giulia = sampleOf('ClientRegistered') ?? {}
    const luca = { ...giulia, accountId: 'account-luca' }
    const events = await stored(sealableOf('ClientRegistered', giulia), sealableOf('ClientRegistered', luca))
    await orThrow(keyring.erase(String(giulia['accountId'])))
    const codec = eventRegistry.codecs.get('ClientRegistered') as EventCodec<AnyEvent>
    expect(await open(...events)).toEqual([erasedOf(codec, giulia), luca])
  })

  it('does not affect other subjects of the same event', async () => {
    const disputeSealing = sealing(keyring, family(disputeEvent))
    const data = { author: 'anna', reporter: 'berto', text: 'suo', note: 'mia' }
    const sealable = sealableOf(disputeEvent.type, data)
    const [sealedData] = await orThrow(disputeSealing.seal([sealable]))
    await orThrow(keyring.erase('anna'))
    expect(
      await orThrow(disputeSealing.open([{ id: sealable.id, type: disputeEvent.type, data: sealedData }])),
    ).toEqual([{ ...data, text: '' }])
  })

  it('cannot receive new personal data', async () => {
    const subject = String(sampleOf('ClientRegistered')?.['accountId'])
    await orThrow(keyring.erase(subject))
    expect(await seals.seal([sealableOf('NameKept'), sealableOf('ClientRegistered')])()).toEqual(
      E.left({ type: 'SubjectErased', subject }),
    )
  })
})

/** An example event with personal data of two subjects. */
const disputeEvent = event('Quoted', {
  author: clear(Text),
  reporter: clear(Text),
  text: pii('author', Text, ''),
  note: pii('reporter', Text, ''),
})

describe('R24: reading with the keyring', () => {
  it('queries it once per page, each subject once, and not at all without subjects', async () => {
    const queries: (readonly string[])[] = []
    const recording =
      (query: Keyring['find']): Keyring['find'] =>
      (subjects) => {
        queries.push(subjects)
        return query(subjects)
      }
    seals = sealing(
      { ...keyring, find: recording(keyring.find), provision: recording(keyring.provision) },
      eventRegistry,
    )
    const events = await stored(
      sealableOf('ClientRegistered'),
      sealableOf('ClientRegistered'),
      sealableOf('BusinessRegistered'),
    )
    expect(queries).toEqual([['account-giulia', 'account-aurora']])
    await open(...events)
    expect(queries).toEqual([
      ['account-giulia', 'account-aurora'],
      ['account-giulia', 'account-aurora'],
    ])
    await open(...(await stored(sealableOf('NameKept'))))
    seals.omit(events)
    expect(queries).toHaveLength(2)
  })

  it('fails while it is unavailable: nothing is stored in clear, and blanked data can be read', async () => {
    const events = await stored(sealableOf('ClientRegistered'))
    const unavailable = { type: 'KeyringUnavailable', cause: 'offline' } as const
    const fail = TE.left(unavailable)
    seals = sealing({ provision: () => fail, find: () => fail, erase: () => fail, countErased: fail }, eventRegistry)
    expect(await seals.seal([sealableOf('ClientRegistered')])()).toEqual(E.left(unavailable))
    expect(await seals.open(events)()).toEqual(E.left(unavailable))
    expect(seals.omit(events)).toHaveLength(1)
    expect(await orThrow(seals.seal([sealableOf('NameKept')]))).toEqual([sampleOf('NameKept')])
  })

  it('distinguishes a lost key from a destroyed one', async () => {
    const events = await stored(sealableOf('ClientRegistered'))
    const empty = sealing(memoryKeyring(), eventRegistry)
    expect(await empty.open(events)()).toMatchObject(
      E.left({ type: 'KeyringUnavailable', cause: { message: expect.stringContaining('account-giulia') as string } }),
    )
  })
})

const canaryFor = ({ codec }: Field) =>
  [['CANARY-Ἄ', 'CANARY'], 'CANARY è Mario', 987_654_321].find((value) => codec.is(value))
