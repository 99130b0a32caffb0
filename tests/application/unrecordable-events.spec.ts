import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthServices, visitorMetadata } from '../../application/accounts/auth-services.ts'
import { registerBusiness, type RegisterBusiness } from '../../application/accounts/register.ts'
import { useCases } from '../../application/all.ts'
import type { DomainEvent } from '../../application/event-registry.ts'
import { E, TE } from '../../domain/kernel/fp.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import { inMemoryApplication, testNameHasher, unwrap } from '../support/application.ts'
import { sampleOf } from '../support/event-samples.ts'

let app: ReturnType<typeof inMemoryApplication>
let deletedCredentials: readonly string[]
let auth: AuthServices
beforeEach(() => {
  app = inMemoryApplication()
  deletedCredentials = []
  auth = {
    ...app.services,
    nameHasher: {
      ...testNameHasher,
      email: (email: string) => `e-${email.replaceAll(/\W/g, '-')}`,
      username: (name: string) => `u-${name}`,
    },
    recoveryRules: { channels: ['email'], emailsPerHour: 5 },
    hourlyLimits: { consume: () => TE.right(null) },
    credentials: {
      findWeakness: () => Promise.resolve(null),
      set: () => TE.right(undefined),
      deleteAllOf: (accountId: string) => {
        deletedCredentials = [...deletedCredentials, accountId]
        return TE.right(undefined)
      },
    },
  } as unknown as AuthServices
})

const aurora: RegisterBusiness = {
  accountId: 'b-1',
  source: '192.0.2.1',
  username: 'aurora',
  password: 'Segretissima1!',
  email: 'aurora@posta.example',
  phone: null,
  businessName: 'Hotel Aurora',
  businessType: 'hotel',
  location: 'Via del Corso 12, Roma',
  province: 'RM',
  businessPhoto: null,
  theForkTenths: null,
  referral: null,
}
const register = (input: Partial<RegisterBusiness>) => registerBusiness(auth)({ ...aurora, ...input }, randomUUID())()

describe('Q-118: an event with a value that no read model can hold', () => {
  it('rejects a registration whose picture URL contains NUL, which can be repeated at once without it', async () => {
    const failure = { type: 'Unrecordable', eventType: 'BusinessRegistered', field: 'businessPhoto' }
    expect(await register({ businessPhoto: 'https://foto.example/\0.jpg' })).toEqual(E.left(failure))
    expect(await app.events('BusinessRegistered')).toEqual([])
    expect(deletedCredentials).toHaveLength(1)
    expect(E.isRight(await register({ businessPhoto: 'https://foto.example/a.jpg' }))).toBe(true)
    expect(await app.events('BusinessRegistered')).toHaveLength(1)
  })

  it('rejects a rating whose stay was in the year 0, and changes nothing', async () => {
    await app.business('rosa')
    await app.client('ana')
    const before = (await app.log()).length
    const scores = { overall: 5, punctuality: 9, kindness: 8, payment: 10, roomCondition: 7, comment: null }
    const stay = { stayType: 'leisure' as const, stayDate: '0000-01-01' as Day }
    expect(
      await app.as('rosa', useCases.rateClient, { client: { accountId: 'ana' }, ...scores, ...stay }),
    ).toMatchObject(E.left({ type: 'Rejected', rejection: { type: 'StayTooLongAgo' } }))
    expect(await app.log()).toHaveLength(before)
  })

  const append = (type: DomainEvent['type'], changes: object, occurredAt = app.now()) => {
    const event = { type, data: { ...sampleOf(type), ...changes } }
    const meta = { ...visitorMetadata(auth, randomUUID()), occurredAt }
    return app.deps.history.append(`test-${randomUUID()}`, 'none', [{ id: randomUUID(), event, meta }])()
  }

  it.each<readonly [DomainEvent['type'], object]>([
    ['ReviewSubmitted', { comment: 'bene\ud83d' }],
    ['ReviewSubmitted', { reasonTags: ['pulito', '\0'] }],
    ['ReviewSubmitted', { rating: 4.5 }],
    ['BookingConfirmed', { totalCents: 2 ** 31 }],
    ['BookingConfirmed', { checkIn: '1899-12-31' }],
    ['BookingConfirmed', { checkOut: '2200-01-01' }],
    ['BookingConfirmed', { hotelName: undefined }],
    ['AccountErased', { at: '2026-02-30T10:00:00.000Z' }],
    ['AccountErased', { at: '2026-02-28T24:00:00.000Z' }],
    ['AccountErased', { at: '2026-06-30T23:59:60.000Z' }],
    ['AccountErased', { at: '2026-02-28T10:00:00.000+02:00' }],
  ])('is not appended: %s with %j', async (type, changes) => {
    const [field] = Object.keys(changes)
    expect(await append(type, changes)).toEqual(E.left({ type: 'Unrecordable', eventType: type, field }))
    expect(await app.log()).toEqual([])
  })

  it('includes one recorded at an impossible time', async () => {
    const failure = { type: 'Unrecordable', eventType: 'AccountErased', field: 'occurredAt' }
    expect(await append('AccountErased', {}, '0000-01-01T00:00:00.000Z' as Instant)).toEqual(E.left(failure))
  })

  it('stays readable if an older version recorded it', async () => {
    const data = JSON.stringify({ ...sampleOf('AccountErased'), at: '0001-01-01T00:00:00.000Z' })
    const meta = JSON.stringify({ ...visitorMetadata(auth, 'c'), v: 1 })
    unwrap(await app.store.append('test-1', 'none', [{ id: randomUUID(), type: 'AccountErased', data, meta }])())
    expect(await app.events('AccountErased')).toMatchObject([{ at: '0001-01-01T00:00:00.000Z' }])
  })
})
