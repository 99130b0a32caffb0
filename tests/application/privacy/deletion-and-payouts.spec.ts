import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthServices, visitorMetadata } from '../../../application/accounts/auth-services.ts'
import type { Chain } from '../../../application/ava/ports.ts'
import { eventRegistry } from '../../../application/event-registry.ts'
import type { JobServices } from '../../../application/jobs.ts'
import { startDeletion } from '../../../application/privacy/delete-account.ts'
import { eraseAccount, type ErasureServices } from '../../../application/privacy/erase-account.ts'
import { erasureQueue } from '../../../application/privacy/erasure-jobs.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import { memoryKeyring, sealing } from '../../../infrastructure/keyring/keyring.ts'
import { memoryKeptHashes } from '../../support/accounts/kept-hashes.ts'
import { testNameHasher, unwrap } from '../../support/application.ts'
import { payoutScenario } from '../../support/ava/payout-scenario.ts'

const empty = () => TE.right(undefined)

/** An account with twelve AVA to be paid out, its owner, who deletes it, and the job that erases it. */
const deletionScenario = async () => {
  const keys = memoryKeyring()
  const scenario = payoutScenario({ sealing: sealing(keys, eventRegistry) })
  const { app, testChain } = scenario
  const address = await scenario.earner('rosa', 12)
  await testChain.give(12)
  const auth = {
    ...app.services,
    nameHasher: testNameHasher,
    keptHashes: memoryKeptHashes(),
    credentials: { deleteAllOf: empty },
    codes: { deleteAllOf: empty },
    passkeys: { deleteAllOf: empty },
    deviceTokens: { revokeAllOf: empty },
    photos: { deleteAllOf: empty },
    notifications: { store: { deleteAllOf: empty } },
  } as unknown as AuthServices
  const services: ErasureServices = {
    services: auth,
    sessions: { endAllOf: () => Promise.resolve() },
    accessLog: { forget: () => Promise.resolve() },
    keyring: {
      erase: (subject) => TE.mapLeft((cause) => ({ type: 'KeyringUnavailable', cause }) as const)(keys.erase(subject)),
    },
  }
  const deletion = { accountId: 'rosa', cause: 'owner', reason: null } as const
  return {
    ...scenario,
    address,
    services,
    remove: (changed: AuthServices = auth) => startDeletion(changed, deletion, visitorMetadata(auth, 'c'))(),
    erase: () => eraseAccount(services, 'rosa')(),
    keyOfRosa: async () => unwrap(await keys.find(['rosa'])()).get('rosa'),
  }
}

describe('Q-92: an account that is deleted at the moment a payout starts', () => {
  let scenario: Awaited<ReturnType<typeof deletionScenario>>
  beforeEach(async () => {
    scenario = await deletionScenario()
  })

  /** Deletes the account; the payout starts after its obstacles were checked. */
  const deleteWhilePayoutStarts = async (chain?: Chain) => {
    const { services, payOut, remove } = scenario
    const { lookups } = services.services
    const fullScore: typeof lookups.reviews.fullScore = (accountId) =>
      TE.flatMap(() => lookups.reviews.fullScore(accountId))(TE.fromTask(() => payOut(chain)))
    return remove({ ...services.services, lookups: { ...lookups, reviews: { ...lookups.reviews, fullScore } } })
  }

  it('is erased once the payout is complete and recorded', async () => {
    const { app, erase, keyOfRosa, testChain, continuePayOut, walletOf, address } = scenario
    unwrap(await deleteWhilePayoutStarts())
    expect(await walletOf('rosa')).toMatchObject({ payouts: [{ status: 'pending' }] })
    expect(E.isLeft(await erase())).toBe(true)
    expect(await keyOfRosa()).not.toBe('erased')
    await testChain.mine(2)
    unwrap(await continuePayOut())
    expect(await testChain.balanceOf(address)).toBe(12)
    expect(await walletOf('rosa')).toMatchObject({ available: 0, reserved: 0, payouts: [{ status: 'confirmed' }] })
    unwrap(await erase())
    expect(await keyOfRosa()).toBe('erased')
    expect(await app.events('AccountErased')).toHaveLength(1)
  })

  it('is paid by a later run, if the first one reached nobody', async () => {
    const { erase, payOut, testChain, walletOf, address } = scenario
    unwrap(await deleteWhilePayoutStarts({ ...testChain.chain, sign: testChain.unreachable().sign }))
    expect(E.isLeft(await erase())).toBe(true)
    unwrap(await payOut())
    await testChain.mine(2)
    unwrap(await payOut())
    expect(await testChain.balanceOf(address)).toBe(12)
    expect(await walletOf('rosa')).toMatchObject({ reserved: 0, payouts: [{ status: 'confirmed' }] })
    unwrap(await erase())
  })

  it('waits for it without a failed job', async () => {
    const { app, services, continuePayOut, testChain } = scenario
    unwrap(await deleteWhilePayoutStarts())
    const context = { ...services, storedMessages: null, messenger: { send: () => Promise.resolve() } }
    const job = { name: 'erase', data: { accountId: 'rosa' }, key: 'erase-rosa', attempt: 1 }
    const runJob = () => erasureQueue.handler(context as unknown as JobServices)(job)
    await runJob()
    expect(await app.events('AccountErased')).toEqual([])
    await testChain.mine(2)
    unwrap(await continuePayOut())
    await runJob()
    expect(await app.events('AccountErased')).toHaveLength(1)
  })

  /** Starts a payout; the account is deleted, and perhaps erased, after it was found payable. */
  const payWhileDeleting = (andThen: () => Promise<unknown>) => {
    const { payOut, remove, testChain } = scenario
    const acceptsAddress: Chain['acceptsAddress'] = (to) =>
      TE.flatMap(() => testChain.chain.acceptsAddress(to))(
        TE.fromTask(async () => {
          unwrap(await remove())
          await andThen()
        }),
      )
    return payOut({ ...testChain.chain, acceptsAddress })
  }

  it('keeps its AVA if it is erased first, and nothing is paid', async () => {
    const { erase, testChain, walletOf, address, batch, app } = scenario
    unwrap(await payWhileDeleting(async () => unwrap(await erase())))
    await testChain.mine(2)
    expect(await testChain.balanceOf(address)).toBe(0)
    expect(await walletOf('rosa')).toMatchObject({ available: 12, reserved: 0 })
    expect(await app.events('PayoutReserved')).toEqual([])
    expect(await batch('2026-05-04')).toMatchObject({ status: 'closed-empty' })
  })

  it('is paid and then erased, if the payout is reserved before the erasure', async () => {
    const { erase, testChain, continuePayOut, walletOf, address } = scenario
    unwrap(await payWhileDeleting(() => Promise.resolve()))
    expect(E.isLeft(await erase())).toBe(true)
    await testChain.mine(2)
    unwrap(await continuePayOut())
    expect(await testChain.balanceOf(address)).toBe(12)
    expect(await walletOf('rosa')).toMatchObject({ available: 0, reserved: 0, payouts: [{ status: 'confirmed' }] })
    unwrap(await erase())
  })

  it('is not deleted once the payout is in progress', async () => {
    const { payOut, remove } = scenario
    unwrap(await payOut())
    expect(await remove()).toMatchObject(E.left({ rejection: { type: 'DeletionBlocked', obstacle: 'pending-payout' } }))
  })
})
