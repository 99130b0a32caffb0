import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Passkeys, Registrant } from '../../../application/accounts/ports.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresPasskeys } from '../../../infrastructure/accounts/passkeys.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { newId } from '../../../infrastructure/clock-and-ids.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import {
  type CeremonyRequest,
  certifiedAttestation,
  selfAttestation,
  softwareAuthenticator,
  type Tampering,
} from '../../support/accounts/authenticator.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const origin = 'http://localhost:3000'
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 10, 0, seconds)).toISOString() as Instant
const ana: Registrant = { accountId: 'ana', kind: 'client', session: 'session-1' }

let database: TestDatabase
let passkeys: Passkeys
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [accessMigrations])
  passkeys = postgresPasskeys(database.queries, { site: () => ({ origin, rpId: 'localhost' }), newId })
})
afterAll(() => database.drop())

type Authenticator = ReturnType<typeof softwareAuthenticator>
type RegistrationResponse = ReturnType<Authenticator['register']>
type SignInResponse = ReturnType<Authenticator['authenticate']>

const orThrow = async <A>(task: () => Promise<E.Either<unknown, A>>): Promise<A> => {
  const outcome = await task()
  if (E.isLeft(outcome)) throw new Error('The store failed', { cause: outcome.left })
  return outcome.right
}
const ceremonyRequest = async (from: ReturnType<Passkeys['beginSignIn']>): Promise<CeremonyRequest> => {
  const { challenge, sessionId } = await orThrow(from)
  return { challenge: Buffer.from(challenge).toString('base64'), sessionId }
}
const beginRegistration = (registrant = ana, seconds = 0) =>
  ceremonyRequest(passkeys.beginRegistration(registrant, at(seconds)))
const beginSignIn = (seconds = 0, kind: 'business' | 'client' = 'client') =>
  ceremonyRequest(passkeys.beginSignIn(kind, 'browser-1', at(seconds)))
const register = (
  { sessionId, deviceName, ...bytes }: RegistrationResponse,
  registrant = ana,
  seconds = 0,
  device = 'browser-1',
) =>
  orThrow(
    passkeys.register(
      registrant,
      {
        sessionId,
        deviceName,
        device,
        credentialId: Uint8Array.from(bytes.credentialId),
        attestationObject: Uint8Array.from(bytes.attestationObject),
        clientDataJSON: Uint8Array.from(bytes.clientDataJSON),
      },
      at(seconds),
    ),
  )
const verify = (
  { sessionId, userHandle, ...bytes }: SignInResponse,
  seconds = 0,
  browser: string | null = 'browser-1',
) =>
  orThrow(
    passkeys.verify(
      {
        sessionId,
        browser,
        credentialId: Uint8Array.from(bytes.credentialId),
        authenticatorData: Uint8Array.from(bytes.authenticatorData),
        clientDataJSON: Uint8Array.from(bytes.clientDataJSON),
        signature: Uint8Array.from(bytes.signature),
        userHandle: userHandle === null ? null : Uint8Array.from(userHandle),
      },
      at(seconds),
    ),
  )
/** An authenticator with a registered passkey. */
const registeredAuthenticator = async (
  registrant = ana,
  options: Partial<Parameters<typeof softwareAuthenticator>[0]> = {},
) => {
  const authenticator = softwareAuthenticator({ origin, ...options })
  expect(await register(authenticator.register(await beginRegistration(registrant)), registrant)).toBe('registered')
  return authenticator
}

describe('registering a passkey (Q-15, A-19)', () => {
  it.each(['ES256', 'RS256'] as const)('C-07: stores %s keys, which can sign in', async (algorithm) => {
    const authenticator = await registeredAuthenticator(ana, { algorithm })
    expect(await verify(authenticator.authenticate(await beginSignIn()))).toBe('ana')
  })

  const tamperings: readonly (readonly [string, Tampering])[] = [
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another origin with the same prefix', { origin: 'http://localhost:3000.example' }],
    ['another domain', { rpId: 'example.it' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64') }],
    ['the type of the other ceremony', { type: 'webauthn.get' }],
    ['a response without user verification (V-33)', { userVerified: false }],
    ['a credential id that differs from the attestation’s', { credentialId: Buffer.alloc(32, 7) }],
    ['an unknown attestation format', { attestation: () => ({ fmt: 'unheard-of', attStmt: new Map() }) }],
  ]
  it.each(tamperings)('rejects %s', async (_, tampering) => {
    const authenticator = softwareAuthenticator({ origin })
    expect(await register(authenticator.register(await beginRegistration(), tampering))).toBe('rejected')
    expect(await verify(authenticator.authenticate(await beginSignIn()))).toBeNull()
  })

  it('C-07: rejects a key with an algorithm that was not offered', async () => {
    const authenticator = softwareAuthenticator({ origin, algorithm: 'EdDSA' })
    expect(await register(authenticator.register(await beginRegistration()))).toBe('rejected')
  })

  it('accepts self-attestation and rejects a manufacturer’s certificate', async () => {
    const registered = softwareAuthenticator({ origin })
    const selfAttested = registered.register(await beginRegistration(), {
      attestation: selfAttestation(registered.privateKey),
    })
    expect(await register(selfAttested)).toBe('registered')
    const another = softwareAuthenticator({ origin })
    const forged = another.register(await beginRegistration(), { attestation: selfAttestation(registered.privateKey) })
    expect(await register(forged)).toBe('rejected')
    expect(await register(another.register(await beginRegistration(), { attestation: certifiedAttestation() }))).toBe(
      'rejected',
    )
  })

  it('rejects malformed bytes without an error', async () => {
    const sent = softwareAuthenticator({ origin }).register(await beginRegistration())
    expect(await register({ ...sent, attestationObject: [1, 2, 3] })).toBe('rejected')
    expect(await register({ ...sent, clientDataJSON: [0] })).toBe('rejected')
  })

  it('accepts a challenge once, even with the right response', async () => {
    const challenge = await beginRegistration()
    const authenticator = softwareAuthenticator({ origin })
    expect(await register(authenticator.register(challenge, { origin: 'http://elsewhere.example' }))).toBe('rejected')
    expect(await register(authenticator.register(challenge))).toBe('rejected')
  })

  it('C-04: accepts a challenge for less than 60 seconds', async () => {
    const authenticator = softwareAuthenticator({ origin })
    expect(await register(authenticator.register(await beginRegistration()), ana, 60)).toBe('rejected')
    expect(await register(authenticator.register(await beginRegistration()), ana, 59)).toBe('registered')
  })

  it.each<[string, Registrant]>([
    ['another session of the same account', { ...ana, session: 'session-2' }],
    ['another account', { ...ana, accountId: 'eva' }],
  ])('a challenge cannot be used by %s', async (_, thief) => {
    const authenticator = softwareAuthenticator({ origin })
    expect(await register(authenticator.register(await beginRegistration()), thief)).toBe('rejected')
  })

  it('rejects a sign-in challenge, as signing in rejects a registration challenge', async () => {
    const authenticator = await registeredAuthenticator()
    expect(await register(softwareAuthenticator({ origin }).register(await beginSignIn()))).toBe('rejected')
    expect(await verify(authenticator.authenticate(await beginRegistration()))).toBeNull()
  })

  it('rejects an existing credential, which stays with its owner', async () => {
    const authenticator = await registeredAuthenticator()
    const eva: Registrant = { accountId: 'eva', kind: 'client', session: 'session-9' }
    expect(await register(authenticator.register(await beginRegistration(eva)), eva)).toBe('taken')
    expect(await verify(authenticator.authenticate(await beginSignIn()))).toBe('ana')
  })
})

describe('signing in with a passkey (Q-15, A-21)', () => {
  const tamperings: readonly (readonly [string, (authenticator: Authenticator) => Tampering])[] = [
    ['another origin', () => ({ origin: 'https://localhost:3000' })],
    ['another domain', () => ({ rpId: 'localhost.example' })],
    ['another challenge', () => ({ challenge: Buffer.alloc(32, 1).toString('base64') })],
    ['the type of the other ceremony', () => ({ type: 'webauthn.create' })],
    ['a response without user verification (V-33)', () => ({ userVerified: false })],
    ['a lower counter', () => ({ counter: 0 })],
    ['an unchanged counter', () => ({ counter: 1 })],
    ['another user’s handle', () => ({ userHandle: 'eva' })],
    ['an unknown credential', () => ({ credentialId: Buffer.alloc(32, 9) })],
    ['another key', () => ({ signedBy: softwareAuthenticator({ origin }).privateKey })],
  ]
  it.each(tamperings)('rejects %s, and the owner can still sign in', async (_, tamper) => {
    const authenticator = await registeredAuthenticator()
    expect(await verify(authenticator.authenticate(await beginSignIn(), tamper(authenticator)))).toBeNull()
    expect(await verify(authenticator.authenticate(await beginSignIn(), { userHandle: 'ana' }))).toBe('ana')
  })

  it('rejects a repeated response', async () => {
    const authenticator = await registeredAuthenticator()
    const signed = authenticator.authenticate(await beginSignIn())
    expect([await verify(signed), await verify(signed)]).toEqual(['ana', null])
    const later = await beginSignIn()
    expect(await verify({ ...signed, sessionId: later.sessionId })).toBeNull()
  })

  it('C-04: rejects an expired challenge', async () => {
    const authenticator = await registeredAuthenticator()
    expect(await verify(authenticator.authenticate(await beginSignIn()), 60)).toBeNull()
    expect(await verify(authenticator.authenticate(await beginSignIn()), 59)).toBe('ana')
  })

  it('is valid only in the browser that requested the challenge', async () => {
    const authenticator = await registeredAuthenticator()
    for (const browser of ['browser-2', null])
      expect(await verify(authenticator.authenticate(await beginSignIn()), 0, browser)).toBeNull()
    expect(await verify(authenticator.authenticate(await beginSignIn()))).toBe('ana')
  })

  it('P-02: rejects a client’s passkey for a business', async () => {
    const authenticator = await registeredAuthenticator()
    expect(await verify(authenticator.authenticate(await beginSignIn(0, 'business')))).toBeNull()
  })

  it('accepts synced passkeys, which have no counter, repeatedly', async () => {
    const authenticator = await registeredAuthenticator(ana, { countsUses: false })
    for (let n = 0; n < 3; n++) expect(await verify(authenticator.authenticate(await beginSignIn()))).toBe('ana')
  })

  it('rejects one of two responses with the same counter as a copy', async () => {
    const authenticator = await registeredAuthenticator()
    const challenges = await Promise.all(Array.from({ length: 10 }, () => beginSignIn()))
    const accountIds = await Promise.all(
      challenges.map((request) => verify(authenticator.authenticate(request, { counter: 2 }))),
    )
    expect(accountIds.filter((accountId) => accountId === 'ana')).toHaveLength(1)
  })

  it('rejects a removed passkey, which only its owner can remove', async () => {
    const iris: Registrant = { ...ana, accountId: 'iris' }
    const authenticator = await registeredAuthenticator(iris)
    const [firstPasskey] = await orThrow(passkeys.listOf('iris'))
    expect(firstPasskey).toMatchObject({ deviceName: 'Chrome su Android', createdAt: at(0), usedAt: null })
    expect(await orThrow(passkeys.remove('ana', firstPasskey?.id ?? ''))).toBe(false)
    expect(await verify(authenticator.authenticate(await beginSignIn(5)), 5)).toBe('iris')
    expect(await orThrow(passkeys.listOf('iris'))).toMatchObject([{ usedAt: at(5) }])
    expect(await orThrow(passkeys.remove('iris', firstPasskey?.id ?? ''))).toBe(true)
    expect(await verify(authenticator.authenticate(await beginSignIn()))).toBeNull()
  })

  it('Q-17: rejects the passkeys of one browser after their removal, and no others', async () => {
    const olga: Registrant = { ...ana, accountId: 'olga' }
    const [first, second] = [softwareAuthenticator({ origin }), softwareAuthenticator({ origin })]
    await register(first.register(await beginRegistration(olga)), olga, 0, 'browser-1')
    await register(second.register(await beginRegistration(olga)), olga, 0, 'browser-2')
    await orThrow(passkeys.removeFromDevice('olga', 'browser-1'))
    expect(await verify(first.authenticate(await beginSignIn()))).toBeNull()
    expect(await verify(second.authenticate(await beginSignIn()))).toBe('olga')
    await orThrow(passkeys.deleteAllOf('olga'))
    expect(await orThrow(passkeys.listOf('olga'))).toEqual([])
  })
})

describe('stored challenges', () => {
  it('reveal neither the challenge nor the account, and expired ones are deleted', async () => {
    await database.pool.query('delete from access.passkey_challenges')
    const { challenge, sessionId } = await beginRegistration()
    const { rows } = await database.pool.query<{ row: string }>(
      'select c::text as row from access.passkey_challenges c',
    )
    const bytes = Buffer.from(challenge, 'base64')
    for (const form of [challenge, bytes.toString('hex'), sessionId, Buffer.from(sessionId).toString('hex')])
      expect(rows[0]?.row).not.toContain(form)
    expect(await orThrow(passkeys.sweep(at(59)))).toBe(0)
    expect(await orThrow(passkeys.sweep(at(60)))).toBe(1)
  })
})
