import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthServices, visitorMetadata } from '../../../application/accounts/auth-services.ts'
import { deleteForProvider } from '../../../application/accounts/data-deletion-request.ts'
import { confirmName, releaseName, reserveName } from '../../../application/accounts/name-reservation.ts'
import { useCases } from '../../../application/all.ts'
import { setWalletAddress } from '../../../application/ava/wallet.ts'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { eventRegistry } from '../../../application/event-registry.ts'
import type { JobServices } from '../../../application/jobs.ts'
import { startDeletion } from '../../../application/privacy/delete-account.ts'
import { eraseAccount, type ErasureServices } from '../../../application/privacy/erase-account.ts'
import { erasureQueue } from '../../../application/privacy/erasure-jobs.ts'
import { account } from '../../../domain/accounts/account.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import { plusDays, plusMinutes, plusMonths } from '../../../domain/kernel/time.ts'
import { dataStores } from '../../../domain/privacy/vocabulary.ts'
import { memoryKeyring, sealing } from '../../../infrastructure/keyring/keyring.ts'
import { memoryKeptHashes } from '../../support/accounts/kept-hashes.ts'
import { inMemoryApplication, testNameHasher, unwrap } from '../../support/application.ts'
import { address, addressIdOf } from '../../support/ava/wallet-fixtures.ts'

const names = {
  email: (address: string) => `hash-${address.replaceAll(/\W/g, '-')}`,
  username: (name: string) => name,
  payoutAddress: addressIdOf,
  kept: (...parts: readonly string[]) => parts.join(' '),
}

const keyringUnavailable = (cause: unknown) => ({ type: 'KeyringUnavailable', cause }) as const

/** All stores; `crashAtCall` is the number of the call at which the process crashes. */
const erasureScenario = async (crashAtCall = Number.POSITIVE_INFINITY) => {
  const keys = memoryKeyring()
  const app = inMemoryApplication({ sealing: sealing(keys, eventRegistry) })
  await app.client('ana')
  let calls = 0
  const emptied: string[] = []
  const emptyStore = (what: string) => (accountId: string) => async () => {
    if (++calls === crashAtCall) return E.left({ type: 'Unavailable' as const, cause: 'gone' })
    emptied.push(`${what} ${accountId}`)
    return E.right(undefined)
  }
  const auth = {
    ...app.services,
    nameHasher: names,
    keptHashes: memoryKeptHashes(),
    isMistypedAddress: () => false,
    credentials: {
      deleteAllOf: emptyStore('credentials'),
      confirm: () => TE.right({ type: 'correct', credential: 'credential' }),
    },
    codes: { deleteAllOf: emptyStore('codes') },
    passkeys: { deleteAllOf: emptyStore('passkeys') },
    deviceTokens: { revokeAllOf: emptyStore('device tokens') },
    photos: { deleteAllOf: emptyStore('photos') },
    notifications: { store: { deleteAllOf: emptyStore('notifications') } },
  } as unknown as AuthServices
  const services: ErasureServices = {
    services: auth,
    sessions: { endAllOf: async (accountId) => void emptied.push(`sessions ${accountId}`) },
    accessLog: { forget: async (accountId) => void emptied.push(`access log ${accountId}`) },
    keyring: {
      erase: (subject) =>
        TE.flatMap(() => keys.erase(subject))(TE.mapLeft(keyringUnavailable)(emptyStore('key')(subject))),
    },
  }
  const meta = visitorMetadata(auth, 'c')
  const name = { category: 'email', nameId: names.email('ana@example.it'), accountId: 'ana', meta } as const
  unwrap(await reserveName(auth, name)())
  unwrap(await confirmName(auth, name)())
  const deleteAna = async () =>
    unwrap(await startDeletion(auth, { accountId: 'ana', cause: 'owner', reason: 'basta' }, meta)())
  return { app, keys, services, emptied, deleteAna, stopCrashing: () => (crashAtCall = Number.POSITIVE_INFINITY) }
}

describe('the erasure of a deleted account', () => {
  let scenario: Awaited<ReturnType<typeof erasureScenario>>
  beforeEach(async () => {
    scenario = await erasureScenario()
  })

  it('B-45, Q-92: empties every store, releases the names, destroys the keys and records it once', async () => {
    const { app, keys, services, emptied, deleteAna } = scenario
    await deleteAna()
    expect(unwrap(await eraseAccount(services, 'ana')())).toBe(true)
    expect(unwrap(await eraseAccount(services, 'ana')())).toBe(true)
    expect((await app.events('StoreErased')).map(({ store }) => store)).toEqual(dataStores)
    expect(await app.events('AccountErased')).toMatchObject([{ accountId: 'ana', clientId: 'c-ana' }])
    expect(await app.events('NameReleased')).toEqual([{ accountId: 'ana' }])
    expect(emptied).toContain('photos ana')
    expect(emptied).toContain('access log ana')
    expect(unwrap(await keys.find(['ana', 'c-ana'])())).toEqual(
      new Map([
        ['ana', 'erased'],
        ['c-ana', 'erased'],
      ]),
    )
    const past = unwrap(await app.deps.history.read(account.events, 'account-ana', 'decrypted')())
    expect(past.at(-1)?.event).toMatchObject({ type: 'AccountDeleted', data: { reason: null } })
  })

  it('Q-127: another account can be paid at the address afterwards', async () => {
    const { app, services, deleteAna } = scenario
    await app.client('eva')
    const setAddress = async (accountId: string) =>
      setWalletAddress(services.services)(await app.caller(accountId), {
        address,
        password: 'Benvenuti.2026!',
        source: 'here',
      })()
    unwrap(await setAddress('ana'))
    expect(E.isLeft(await setAddress('eva'))).toBe(true)
    await deleteAna()
    unwrap(await eraseAccount(services, 'ana')())
    unwrap(await setAddress('eva'))
  })

  it('Q-91, Q-92: deletes the codes of every e-mail change, also of one that a later change replaced', async () => {
    const { app, services, emptied, deleteAna } = scenario
    const { services: auth } = services
    for (const changeId of ['change-1', 'change-2']) {
      const change = { type: 'RequestEmailChange', changeId, email: `${changeId}@example.it`, at: app.now() } as const
      const meta = visitorMetadata(auth, changeId)
      unwrap(await decideAndAppend(auth)(account, 'ana', change, meta, { personalData: 'decrypted' })())
    }
    await deleteAna()
    unwrap(await eraseAccount(services, 'ana')())
    expect(emptied.filter((what) => what.startsWith('codes'))).toEqual([
      'codes ana',
      'codes change-1',
      'codes change-2',
    ])
  })

  describe('of the last two administrators', () => {
    const deleteAdmin = (accountId: string) => {
      const { services: auth } = scenario.services
      return startDeletion(auth, { accountId, cause: 'owner', reason: null }, visitorMetadata(auth, 'c'))()
    }
    const lastAdmin = E.left({ type: 'Rejected', rejection: { type: 'DeletionBlocked', obstacle: 'last-admin' } })
    beforeEach(async () => {
      for (const accountId of ['rosa', 'mario']) {
        await scenario.app.business(accountId)
        await scenario.app.grant(accountId, 'ADMIN')
      }
    })

    it('D-51, Q-92: one stays, even if both delete their accounts at the same moment', async () => {
      const outcomes = await Promise.all(['rosa', 'mario'].map(deleteAdmin))
      expect(outcomes.filter(E.isLeft)).toEqual([lastAdmin])
      expect(await scenario.app.events('AccountDeleted')).toHaveLength(1)
    })

    it('D-51: one whose deletion was interrupted counts again ten minutes later', async () => {
      const { app } = scenario
      app.crashAfterAppends(1)
      expect(E.isLeft(await deleteAdmin('rosa'))).toBe(true)
      app.crashAfterAppends(Number.POSITIVE_INFINITY)
      expect(await deleteAdmin('mario')).toEqual(lastAdmin)
      app.set(plusMinutes(app.now(), 10))
      expect(E.isRight(await deleteAdmin('mario'))).toBe(true)
      expect(await deleteAdmin('rosa')).toEqual(lastAdmin)
    })
  })

  it('Q-129: begins after the hashes that outlive it are kept, even if the process dies in between', async () => {
    const { app, services, deleteAna } = scenario
    const { keptHashes, nameHasher } = services.services
    const ban = nameHasher.kept('registration', testNameHasher.mailbox('ana@example.it'))
    const keptUntil = async () => unwrap(await keptHashes.keptUntil([ban], app.now())())
    await app.moderator('mario')
    const order = { accountId: 'ana', reason: 'HARASSMENT', severity: 'PERMANENT', description: null } as const
    unwrap(await app.as('mario', useCases.imposeSanction, { sanctionId: 'ban', ...order }))
    app.crashAfterAppends(0)
    await expect(deleteAna()).rejects.toThrow('expected success')
    expect(await app.events('AccountDeleted')).toEqual([])
    expect(await keptUntil()).toBe(plusMonths(app.now(), 24))
    app.crashAfterAppends(Number.POSITIVE_INFINITY)
    await deleteAna()
    expect(await app.events('AccountDeleted')).toHaveLength(1)
    expect(await keptUntil()).toBe(plusMonths(app.now(), 24))
  })

  it('D-50: frees the hashes of a sanction lifted while they were being kept, however often it is repeated', async () => {
    const { app, services, deleteAna } = scenario
    const { keptHashes, nameHasher } = services.services
    const ban = nameHasher.kept('registration', testNameHasher.mailbox('ana@example.it'))
    const keptUntil = async () => unwrap(await keptHashes.keptUntil([ban], app.now())())
    await app.moderator('mario')
    const order = { accountId: 'ana', reason: 'HARASSMENT', severity: 'HIGH', description: null } as const
    unwrap(await app.as('mario', useCases.imposeSanction, { sanctionId: 'ban', ...order }))
    await deleteAna()
    const release = { name: 'release', data: { accountId: 'ana' }, key: 'release-ana', attempt: 1 }
    const runJob = () => erasureQueue.handler(services as unknown as JobServices)(release)
    await runJob()
    expect(await keptUntil()).toBe(plusDays(app.now(), 30))
    unwrap(await app.as('mario', useCases.liftSanction, { sanctionId: 'ban', reason: 'Era un errore.' }))
    for (let runs = 0; runs < 2; runs++) await runJob()
    expect(await keptUntil()).toBeNull()
  })

  describe('Q-92: deletes the messages that were stored instead of sent', () => {
    /** What happened to messages, in order. */
    const eraseByJob = async () => {
      const { services, deleteAna } = scenario
      const happened: string[] = []
      const context = {
        ...services,
        messenger: { send: async ({ to }: { readonly to: string }) => void happened.push(`sent to ${to}`) },
        storedMessages: {
          forget: async (to: readonly string[]) => void happened.push(`forgotten: ${to.toSorted().join(', ')}`),
        },
      } as unknown as JobServices
      await deleteAna()
      const job = { name: 'erase', data: { accountId: 'ana' }, key: 'erase-ana', attempt: 1 }
      for (let runs = 0; runs < 2; runs++) await erasureQueue.handler(context)(job)
      return happened
    }
    const record = async (type: string, data: object) => {
      const { app, services } = scenario
      const meta = visitorMetadata(services.services, 'c')
      const event = { type, data: { accountId: 'ana', ...data, at: app.now() } }
      unwrap(await app.deps.history.append('account-ana', 'any', [{ id: services.services.newId(), event, meta }])())
    }
    const profile = {
      firstName: 'Ana',
      lastName: 'Rossi',
      age: null,
      residence: null,
      travelType: null,
      profilePhoto: null,
    }
    const changeEmail = async (from: string, to: string) => {
      const changeId = 'change-1'
      await record('EmailChangeRequested', { changeId, email: to })
      await record('EmailChanged', { changeId, email: to, formerEmail: from, nameId: 'new', formerNameId: 'old' })
    }

    it('to all addresses and numbers of the account, before the last one is sent', async () => {
      await record('ClientProfileChanged', { ...profile, phone: '+393471234987' })
      await changeEmail('ana@example.it', 'nuova@example.it')
      expect(await eraseByJob()).toEqual([
        'forgotten: +393471234987, ana@example.it, nuova@example.it',
        'sent to nuova@example.it',
      ])
    })

    it('but not those to a former address that another account now has', async () => {
      const { services } = scenario.services
      await changeEmail('ana@example.it', 'nuova@example.it')
      const name = {
        category: 'email',
        nameId: names.email('ana@example.it'),
        meta: visitorMetadata(services, 'c'),
      } as const
      unwrap(await releaseName(services, { ...name, accountId: 'ana' })())
      unwrap(await reserveName(services, { ...name, accountId: 'eva' })())
      expect(await eraseByJob()).toEqual(['forgotten: nuova@example.it', 'sent to nuova@example.it'])
    })
  })

  it('does not start for an account that was not deleted', async () => {
    const { app, services, emptied } = scenario
    expect(unwrap(await eraseAccount(services, 'ana')())).toBe(false)
    expect([emptied, await app.events('StoreErased')]).toEqual([[], []])
  })

  it.each([1, 2, 3, 4, 5, 6, 7])('interrupted at step %s, is resumed and completes', async (step) => {
    const { app, keys, services, deleteAna, stopCrashing } = await erasureScenario(step)
    await deleteAna()
    expect(E.isLeft(await eraseAccount(services, 'ana')())).toBe(true)
    expect(await app.events('AccountErased')).toEqual([])
    stopCrashing()
    unwrap(await eraseAccount(services, 'ana')())
    expect((await app.events('StoreErased')).map(({ store }) => store)).toEqual(dataStores)
    expect(await app.events('AccountErased')).toHaveLength(1)
    expect(unwrap(await keys.find(['ana'])()).get('ana')).toBe('erased')
  })

  it('Q-92: requested by a provider, waits for a payout in progress and then completes', async () => {
    const { app, services } = scenario
    const { services: auth } = services
    const reserved = { payoutId: 'p-1', amount: 12, address: '0xabc', accountId: 'ana', at: app.now() }
    const meta = visitorMetadata(auth, 'c')
    const fact = (type: string, data: object) => [{ id: auth.newId(), event: { type, data }, meta }]
    unwrap(await app.deps.history.append('wallet-ana', 'any', fact('PayoutReserved', reserved))())
    const asked = { accountId: 'ana', requestedAt: app.now() }
    unwrap(await deleteForProvider(auth, asked, meta)())
    expect(await app.events('AccountDeleted')).toEqual([])
    const released = { payoutId: 'p-1', amount: 12, accountId: 'ana', at: app.now() }
    unwrap(await app.deps.history.append('wallet-ana', 'any', fact('PayoutReleased', released))())
    unwrap(await deleteForProvider(auth, asked, meta)())
    expect(await app.events('AccountDeleted')).toMatchObject([{ accountId: 'ana', cause: 'facebook' }])
  })

  it('Q-92: requested by a provider, is cancelled when the person signs in again with it; a new request is executed', async () => {
    const { app, services } = scenario
    const { services: auth } = services
    const meta = visitorMetadata(auth, 'c')
    const at = app.now()
    const data = { accountId: 'ana', provider: 'facebook', identity: 'i-1', subject: '4711', at }
    const linked = { id: auth.newId(), event: { type: 'SocialIdentityLinked', data }, meta }
    unwrap(await app.deps.history.append('account-ana', 'any', [linked])())
    unwrap(await deleteForProvider(auth, { accountId: 'ana', requestedAt: plusMinutes(at, -60) }, meta)())
    expect(await app.events('AccountDeleted')).toEqual([])
    unwrap(await deleteForProvider(auth, { accountId: 'ana', requestedAt: plusMinutes(at, 60) }, meta)())
    expect(await app.events('AccountDeleted')).toMatchObject([{ accountId: 'ana', cause: 'facebook' }])
  })

  it('cancels future stays so that no hotel expects the guest', async () => {
    const { app, services, deleteAna } = scenario
    const nights = { checkIn: '2026-08-01' as never, checkOut: '2026-08-04' as never, guests: 2 }
    const trip = { bookingId: 'b-1', hotelId: 'hotel-belvedere', destination: 'Roma', ...nights }
    unwrap(await app.as('ana', useCases.bookHotel, trip))
    await deleteAna()
    unwrap(await eraseAccount(services, 'ana')())
    expect(await app.events('BookingCancelled')).toMatchObject([{ bookingId: 'b-1' }])
  })
})
