import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuthServices } from '../../../application/accounts/auth-services.ts'
import { enrollDevice } from '../../../application/accounts/passkeys.ts'
import type { DeviceTokens, Sessions } from '../../../application/accounts/ports.ts'
import type { Person } from '../../../application/person.ts'
import { rejectedWith } from '../../../application/use-case.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresCredentials } from '../../../infrastructure/accounts/credentials.ts'
import { postgresDeviceTokens, postgresSessions } from '../../../infrastructure/accounts/sessions.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { beginSession } from '../../support/accounts/account-fixtures.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 10, 0, seconds)).toISOString() as Instant

describe('tokens of quick access (Q-17)', () => {
  let database: TestDatabase
  let tokens: DeviceTokens
  let sessions: Sessions
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [accessMigrations])
    tokens = postgresDeviceTokens(database.queries)
    sessions = postgresSessions(database.queries, { idleHours: 72, maxDays: 30 })
  })
  afterAll(() => database.drop())

  const signIn = async (accountId: string) => {
    const cookie = await beginSession(sessions, accountId, at(0))
    return { cookie, session: (await sessions.find(cookie, at(0)))?.id ?? '' }
  }
  let devices = 0
  const issue = async (accountId: string, session?: string, deviceId = `device-${++devices}`) => {
    const owner = {
      accountId,
      session: session ?? (await signIn(accountId)).session,
      deviceId,
      device: 'Chrome su Android',
    }
    const issued = await tokens.issue(owner, at(0))()
    if (E.isLeft(issued)) throw issued.left.cause
    return issued.right ?? ''
  }
  const spend = async (token: string, seconds = 0) => {
    const spent = await tokens.spend(token, at(seconds))()
    return E.isRight(spent) ? (spent.right?.accountId ?? null) : 'failed'
  }

  const stored = async (accountId: string) => {
    const { rows } = await database.pool.query<{ device: string; used: Date | null }>(
      'select device, used_at as used from access.device_tokens where account_id = $1',
      [accountId],
    )
    return rows.map(({ device, used }) => ({ device, usedAt: used?.toISOString() ?? null }))
  }

  it('sign their owner in once', async () => {
    const token = await issue('mario')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect([await spend(token), await spend(token)]).toEqual(['mario', null])
    expect(await spend('A'.repeat(43))).toBeNull()
  })

  it('are valid for less than a minute, and expired ones are deleted when used', async () => {
    const [inTime, late] = [await issue('mario'), await issue('mario')]
    expect(await spend(inTime, 59)).toBe('mario')
    expect(await spend(late, 60)).toBeNull()
    expect(await spend(late, 1)).toBeNull()
  })

  it('sign in once when a hundred requests arrive at once', async () => {
    const token = await issue('tea')
    const spent = await Promise.all(Array.from({ length: 100 }, () => spend(token)))
    expect(spent.filter((accountId) => accountId === 'tea')).toHaveLength(1)
  })

  it('end with quick access, for one account only', async () => {
    const [first, second, other] = [await issue('lia'), await issue('lia'), await issue('ugo')]
    await tokens.revokeAllOf('lia')()
    expect([await spend(first), await spend(second), await spend(other)]).toEqual([null, null, 'ugo'])
  })

  it('Q-03: end with a new password', async () => {
    const [token, other] = [await issue('ida'), await issue('ugo')]
    const credentials = postgresCredentials(database.queries, {
      secret: new Uint8Array(32),
      lock: { failures: 5, minutes: 15 },
      cost: { memory: 64, passes: 1, lanes: 1 },
    })
    await credentials.set('ida', 'Segretissima1!', at(0))()
    expect([await spend(token), await spend(other)]).toEqual([null, 'ugo'])
  })

  it('Q-03: end with the session that requested them and with all sessions of the account', async () => {
    const [phone, tablet] = [await signIn('eva'), await signIn('eva')]
    const [first, second] = [await issue('eva', phone.session), await issue('eva', tablet.session)]
    await sessions.end(phone.cookie)
    expect(await spend(first)).toBeNull()
    await sessions.endAllOf('eva')
    expect(await spend(second)).toBeNull()
  })

  it('are refused, as to everyone who is not signed in, if their session has just ended', async () => {
    const { cookie, session } = await signIn('zoe')
    await sessions.end(cookie)
    expect(await tokens.issue({ accountId: 'zoe', session, deviceId: 'tablet', device: null }, at(0))()).toEqual(
      E.right(null),
    )
    const person: Person = {
      accountId: 'zoe',
      kind: 'client',
      clientId: 'client-1',
      emailConfirmed: true,
      registeredAt: at(0),
      roles: [],
      suspension: null,
    }
    const auth = { deviceTokens: tokens, clock: () => at(0) } as Partial<AuthServices> as AuthServices
    const refused = await enrollDevice(auth)(
      { person, correlationId: 'c' },
      { session, deviceId: 'tablet', device: null },
    )()
    expect(refused).toEqual(E.left(rejectedWith({ type: 'NotSignedIn' })))
  })

  it('E-12, Q-97: name their device, and stay after their use until the session that they started ends', async () => {
    const requested = await signIn('nora')
    const token = await issue('nora', requested.session, 'phone')
    const spent = await tokens.spend(token, at(5))()
    const app = await beginSession(sessions, 'nora', at(6), {
      deviceToken: E.isRight(spent) ? (spent.right?.id ?? '') : 'failed',
    })
    await sessions.end(requested.cookie)
    await tokens.sweep(at(3600))()
    expect(await stored('nora')).toEqual([{ device: 'Chrome su Android', usedAt: at(5) }])
    expect(await sessions.listOf('nora', at(6))).toMatchObject([{ device: 'Chrome su Android', quickAccess: true }])
    await sessions.end(app)
    expect(await stored('nora')).toEqual([])
  })

  it('E-12: are one for each device: the next one replaces it, also that of another account', async () => {
    const [first, second] = [await issue('olga', undefined, 'tablet-1'), await issue('pina', undefined, 'tablet-1')]
    expect([await spend(first), await spend(second)]).toEqual([null, 'pina'])
    expect(await stored('olga')).toEqual([])
  })

  it('end with quick access of a device, which keeps the used ones of other devices', async () => {
    const [phone, tablet] = [await issue('rina', undefined, 'rina-1'), await issue('rina', undefined, 'rina-2')]
    expect([await spend(phone), await spend(tablet)]).toEqual(['rina', 'rina'])
    const unused = await issue('rina', undefined, 'rina-3')
    await tokens.revokeFromDevice('rina', 'rina-1')()
    expect(await stored('rina')).toHaveLength(1)
    expect(await spend(unused)).toBeNull()
    await tokens.revokeFromDevice('rina', null)()
    expect(await stored('rina')).toHaveLength(1)
  })

  it('are stored as hashes and only briefly', async () => {
    const token = await issue('rita', undefined, 'device-of-rita')
    const { rows } = await database.pool.query<{ row: string }>(
      "select t::text as row from access.device_tokens t where account_id = 'rita'",
    )
    const hex = Buffer.from(token).toString('hex')
    expect(rows).toHaveLength(1)
    for (const form of ['device-of-rita', token, hex, Buffer.from(token, 'base64url').toString('hex')])
      expect(rows[0]?.row).not.toContain(form)
    expect(await tokens.sweep(at(60))()).toEqual(E.right(1))
    expect(await spend(token, 0)).toBeNull()
  })
})
