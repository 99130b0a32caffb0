import * as fc from 'fast-check'
import * as t from 'io-ts'
import { randomUUID } from 'node:crypto'
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
const personalOf = ({ fields }: EventCodec<AnyEvent>) =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'pii' ? [[name, field] as const] : []))
const withPersonal = codecs.filter((codec) => personalOf(codec).length > 0)
const subjectsOf = (codec: EventCodec<AnyEvent>, data: Data) => [
  ...new Set(personalOf(codec).map(([, { subject }]) => String(data[subject]))),
]

let keyring: Keyring
let seals: ReturnType<typeof sealing>
beforeEach(() => {
  keyring = memoryKeyring()
  seals = sealing(keyring, eventRegistry)
})
const ok = async <A>(task: TE.TaskEither<unknown, A>): Promise<A> => {
  const answer = await task()
  if (E.isLeft(answer)) throw new Error(JSON.stringify(answer.left))
  return answer.right
}
const factOf = (type: string, data: Data = sampleOf(type) ?? {}): Sealable => ({
  id: randomUUID(),
  event: { type, data },
})
/** Events as read back from the log. */
const stored = async (...facts: readonly Sealable[]): Promise<readonly Stored[]> =>
  (await ok(seals.seal(facts))).map((data, i) => ({
    id: facts[i]?.id ?? '',
    type: facts[i]?.event.type ?? '',
    data: JSON.parse(JSON.stringify(data)) as Data,
  }))
const storedOne = async (fact: Sealable): Promise<Stored> => {
  const [event] = await stored(fact)
  if (!event) throw new Error('nothing was sealed')
  return event
}
const opened = async (...events: readonly Sealed[]) => (await ok(seals.open(events))) as readonly Data[]
const erasedOf = (codec: EventCodec<AnyEvent>, data: Data) => ({
  ...data,
  ...Object.fromEntries(personalOf(codec).map(([name, { whenErased }]) => [name, whenErased])),
})

describe('sealing personal data', () => {
  it('is tested with events that contain personal data', () => expect(withPersonal.length).toBeGreaterThan(8))

  it.each(codecs.map(({ type }) => type))('%s opens as it was sealed', async (type) => {
    const event = await storedOne(factOf(type))
    expect(await opened(event)).toEqual([sampleOf(type)])
  })

  it('preserves every text, list and null, and equal values are indistinguishable', async () => {
    const comment = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null), fc.constant(''))
    await fc.assert(
      fc.asyncProperty(comment, fc.array(fc.string({ unit: 'grapheme' })), async (comment, reasonTags) => {
        const data = { ...sampleOf('ReviewSubmitted'), comment, reasonTags }
        const events = await stored(factOf('ReviewSubmitted', data), factOf('ReviewSubmitted', data))
        expect(await opened(...events)).toEqual([data, data])
        const [one, other] = events.map((event) => event.data['comment'])
        expect(one).not.toEqual(other)
      }),
    )
  })

  it('hides whether a phone number exists', async () => {
    const lengthOf = async (phone: string | null) => {
      const event = await storedOne(factOf('ClientRegistered', { ...sampleOf('ClientRegistered'), phone }))
      return JSON.stringify(event.data['phone']).length
    }
    expect(await lengthOf(null)).toBe(await lengthOf('+390612345678'))
  })

  it.each(withPersonal.map((codec) => [codec.type, codec] as const))(
    'R23: of %s no personal data is visible',
    async (type, codec) => {
      const personal = personalOf(codec).map(([name, field]) => [name, canaryFor(field)] as const)
      const event = await storedOne(factOf(type, { ...sampleOf(type), ...Object.fromEntries(personal) }))
      expect(JSON.stringify(event)).not.toContain('CANARY')
      for (const [name] of personal) expect(Object.keys(event.data[name] as Data)).toEqual(['~', 's', 'e'])
      expect((await opened(event))[0]).toMatchObject(Object.fromEntries(personal))
    },
  )

  it('writes only what the event registry declares', async () => {
    const event = await storedOne(factOf('NameKept', { ...sampleOf('NameKept'), email: 'giulia@example.it' }))
    expect(event.data).toEqual(sampleOf('NameKept'))
  })

  it('rejects unknown events and personal data without a subject', () => {
    expect(() => seals.seal([factOf('Invented', {})])).toThrow('Invented is not in the event registry')
    const orphan = { ...sampleOf('PayoutAddressSet'), accountId: '' }
    expect(() => seals.seal([factOf('PayoutAddressSet', orphan)])).toThrow('accountId is empty')
  })

  it('always has a subject', () => {
    for (const codec of withPersonal)
      for (const [, { subject }] of personalOf(codec)) {
        expect(codec.fields[subject]?.kind).toBe('clear')
        for (const nobody of [null, undefined, '']) expect(codec.fields[subject]?.codec.is(nobody)).toBe(false)
      }
  })
})

describe('a sealed field', () => {
  it('cannot be opened in another event, under another name or for another subject', async () => {
    const [a, b] = (await stored(factOf('ClientRegistered'), factOf('ClientRegistered'))) as [Stored, Stored]
    const [x, y] = [a.data, b.data]
    await ok(keyring.provision(['somebody-else']))
    const moved: Data = {
      ...y,
      email: x['email'],
      firstName: y['lastName'],
      lastName: { ...(y['lastName'] as Data), s: 'somebody-else' },
    }
    const [data] = await opened({ ...b, data: moved })
    expect(data).toEqual({
      ...sampleOf('ClientRegistered'),
      email: moved['email'],
      firstName: moved['firstName'],
      lastName: moved['lastName'],
    })
  })

  it('cannot be opened under another name of the same length', async () => {
    const event = await storedOne(factOf('BusinessRegistered'))
    const { username, location } = event.data
    const [data] = await opened({ ...event, data: { ...event.data, username: location, location: username } })
    expect(data).toMatchObject({ username: location, location: username })
  })

  it('that was modified makes its event unreadable and no other', async () => {
    const store = memoryEventStore()
    const history = historyOf(store, seals, eventRegistry)
    const meta = {
      correlationId: 'c',
      causationId: null,
      actor: { id: null, role: 'operator' },
      occurredAt: '2026-01-01T00:00:00.000Z',
    } as never
    await ok(
      history.append(
        'account-aurora',
        0,
        ['ClientRegistered', 'ClientRegistered', 'ClientRegistered'].map((type) => ({ ...factOf(type), meta })),
      ),
    )
    const page = await ok(store.read('account-aurora'))
    for (const spoil of tamperings) {
      const spoilt = page.map((event, i) =>
        i === 1 ? { ...event, data: JSON.stringify(spoil(JSON.parse(event.data) as Data)) } : event,
      )
      expect((await ok(history.decode(eventRegistry, spoilt))).map(E.isRight)).toEqual([true, false, true])
    }
  })

  it('cannot be mistaken for a value of any field', () => {
    for (const codec of withPersonal)
      for (const [, field] of personalOf(codec)) expect(field.codec.is({ '~': 'x', s: 'x', e: null })).toBe(false)
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
  it.each(withPersonal.map((codec) => [codec.type, codec] as const))(
    'reads in %s as erased, or as blank',
    async (type, codec) => {
      const data = sampleOf(type) ?? {}
      const event = await storedOne(factOf(type))
      expect(seals.blank([event])).toEqual([erasedOf(codec, data)])
      for (const subject of subjectsOf(codec, data)) await ok(keyring.erase(subject))
      expect(await opened(event)).toEqual([erasedOf(codec, data)])
    },
  )

  it('does not affect other events of the same page', async () => {
    const hers = sampleOf('ClientRegistered') ?? {}
    const his = { ...hers, accountId: 'account-luca' }
    const events = await stored(factOf('ClientRegistered', hers), factOf('ClientRegistered', his))
    await ok(keyring.erase(String(hers['accountId'])))
    const codec = eventRegistry.codecs.get('ClientRegistered') as EventCodec<AnyEvent>
    expect(await opened(...events)).toEqual([erasedOf(codec, hers), his])
  })

  it('does not affect other subjects of the same event', async () => {
    const both = sealing(keyring, family(told))
    const data = { author: 'anna', reporter: 'berto', text: 'suo', note: 'mia' }
    const fact = factOf(told.type, data)
    const [sealedData] = await ok(both.seal([fact]))
    await ok(keyring.erase('anna'))
    expect(await ok(both.open([{ id: fact.id, type: told.type, data: sealedData }]))).toEqual([{ ...data, text: '' }])
  })

  it('cannot have new personal data written', async () => {
    const subject = String(sampleOf('ClientRegistered')?.['accountId'])
    await ok(keyring.erase(subject))
    expect(await seals.seal([factOf('NameKept'), factOf('ClientRegistered')])()).toEqual(
      E.left({ type: 'SubjectErased', subject }),
    )
  })
})

/** An event with two subjects. */
const told = event('Told', {
  author: clear(t.string),
  reporter: clear(t.string),
  text: pii('author', t.string, ''),
  note: pii('reporter', t.string, ''),
})

describe('R24: reading with the keyring', () => {
  it('queries it once per page, each subject once, and not at all without subjects', async () => {
    const asked: (readonly string[])[] = []
    const watched =
      (ask: Keyring['find']): Keyring['find'] =>
      (subjects) => {
        asked.push(subjects)
        return ask(subjects)
      }
    seals = sealing({ ...keyring, find: watched(keyring.find), provision: watched(keyring.provision) }, eventRegistry)
    const events = await stored(factOf('ClientRegistered'), factOf('ClientRegistered'), factOf('BusinessRegistered'))
    expect(asked).toEqual([['account-giulia', 'account-aurora']])
    await opened(...events)
    expect(asked).toEqual([
      ['account-giulia', 'account-aurora'],
      ['account-giulia', 'account-aurora'],
    ])
    await opened(...(await stored(factOf('NameKept'))))
    seals.blank(events)
    expect(asked).toHaveLength(2)
  })

  it('while it is unavailable fails, nothing is stored in clear, and reading blanked data works', async () => {
    const events = await stored(factOf('ClientRegistered'))
    const away = { type: 'KeyringUnavailable', cause: 'away' } as const
    seals = sealing(
      { provision: () => TE.left(away), find: () => TE.left(away), erase: () => TE.left(away) },
      eventRegistry,
    )
    expect(await seals.seal([factOf('ClientRegistered')])()).toEqual(E.left(away))
    expect(await seals.open(events)()).toEqual(E.left(away))
    expect(seals.blank(events)).toHaveLength(1)
    expect(await ok(seals.seal([factOf('NameKept')]))).toEqual([sampleOf('NameKept')])
  })

  it('distinguishes a lost key from a destroyed one', async () => {
    const events = await stored(factOf('ClientRegistered'))
    const empty = sealing(memoryKeyring(), eventRegistry)
    expect(await empty.open(events)()).toMatchObject(
      E.left({ type: 'KeyringUnavailable', cause: { message: expect.stringContaining('account-giulia') as string } }),
    )
  })
})

const canaryFor = ({ codec }: Field) =>
  [['CANARY-Ἄ', 'CANARY'], 'CANARY è Mario', 987_654_321].find((value) => codec.is(value))
