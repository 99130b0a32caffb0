import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthServices, visitorMetadata } from '../../../application/accounts/auth-services.ts'
import { reserveName } from '../../../application/accounts/name-reservation.ts'
import type { SignInAttempt } from '../../../application/accounts/ports.ts'
import { payoutAddressPolicy } from '../../../application/ava/payout-address.policy.ts'
import { configureWallet, setWalletAddress, undoWalletAddress } from '../../../application/ava/wallet.ts'
import { load } from '../../../application/command-handler.ts'
import { nameReservation } from '../../../domain/accounts/name-reservation.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import { inMemoryApplication, testNameHasher, testRuleSettings, unwrap } from '../../support/application.ts'
import { address, addressIdOf, mistypedAddress, otherAddress } from '../../support/ava/wallet-fixtures.ts'

let app: ReturnType<typeof inMemoryApplication>
let auth: AuthServices
beforeEach(async () => {
  app = inMemoryApplication()
  await app.client('ana')
  await app.client('eva')
  const confirm = ({ password: entered }: SignInAttempt) =>
    TE.right(entered === password ? { type: 'correct', credential: 'credential' } : { type: 'incorrect' })
  auth = {
    ...app.services,
    nameHasher: { payoutAddress: addressIdOf },
    credentials: { confirm },
    isMistypedAddress: (given: string) => given === mistypedAddress,
    payoutUndoTokens: { read: (token: string) => ({ accountId: 'ana', changeId: token }) },
  } as unknown as AuthServices
})

const password = 'Benvenuti.2026!'
const source = 'address of the caller'
const setAddress = async (accountId: string, to: string) =>
  setWalletAddress(auth)(await app.caller(accountId), { address: to, password, source })()
const holderOf = async (of: string) => {
  const { state } = unwrap(await load(app.deps)(nameReservation('payee'), addressIdOf(of))())
  return state.status === 'confirmed' ? state.accountId : state.status
}
const addressOf = async (accountId: string) =>
  unwrap(await load(app.deps)(wallet, accountId, 'decrypted')()).state.address
const taken = { left: { type: 'Rejected', rejection: { type: 'PayoutAddressTaken' } } }

describe('Q-127: a payout address', () => {
  it('belongs to one account, in every spelling', async () => {
    unwrap(await setAddress('ana', address))
    expect(await holderOf(address)).toBe('ana')
    expect(await setAddress('eva', address.toLowerCase())).toMatchObject(taken)
    expect([await addressOf('ana'), await addressOf('eva')]).toEqual([address, null])
  })

  it('goes to one of two accounts that set it at the same time', async () => {
    const outcomes = await Promise.all([setAddress('ana', address), setAddress('eva', address)])
    expect(outcomes.filter(E.isRight)).toHaveLength(1)
    expect(outcomes.filter(E.isLeft)).toMatchObject([taken])
    const addresses = [await addressOf('ana'), await addressOf('eva')]
    expect(addresses.filter((set) => set !== null)).toEqual([address])
  })

  it('is free again once its account has changed to another', async () => {
    unwrap(await setAddress('ana', address))
    unwrap(await setAddress('ana', otherAddress))
    expect([await holderOf(address), await holderOf(otherAddress)]).toEqual(['free', 'ana'])
    unwrap(await setAddress('eva', address))
    expect(await holderOf(address)).toBe('eva')
  })

  it('is refused if another account has set it before addresses were reserved', async () => {
    const unknown = { changeId: null, addressId: null, formerAddressId: null, payableFrom: null }
    const data = { accountId: 'eva', address, ...unknown, at: app.now() }
    const event = { id: randomUUID(), event: { type: 'PayoutAddressSet', data }, meta: visitorMetadata(auth, 'c') }
    unwrap(await app.deps.history.append('wallet-eva', 'any', [event])())
    expect(await setAddress('ana', address.toLowerCase())).toMatchObject(taken)
  })

  it('is not reserved by a request that is rejected', async () => {
    const caller = await app.caller('ana')
    expect(await setAddress('ana', mistypedAddress)).toMatchObject({
      left: { rejection: { type: 'WalletAddressMistyped' } },
    })
    expect(
      E.isLeft(await configureWallet(auth)(caller, { walletId: 'eva', address, threshold: 20, password, source })()),
    ).toBe(true)
    expect([await holderOf(mistypedAddress), await holderOf(address)]).toEqual(['free', 'free'])
  })

  it('is changed only by its owner while not suspended, and configured only by businesses', async () => {
    const { person, correlationId } = await app.caller('ana')
    const suspension = { sanctionId: 'sanction-1', reason: 'FAKE_REVIEWS', until: null } as const
    const attempts = [
      { person: null, correlationId },
      { person: person && { ...person, suspension }, correlationId },
    ].map((caller) => setWalletAddress(auth)(caller, { address, password, source })())
    const configured = configureWallet(auth)(
      { person, correlationId },
      { walletId: 'ana', address, threshold: 20, password, source },
    )()
    expect(await Promise.all([...attempts, configured])).toMatchObject(
      ['NotSignedIn', 'AccountSuspended', 'Forbidden'].map((type) => ({ left: { rejection: { type } } })),
    )
    expect([await addressOf('ana'), await holderOf(address)]).toEqual([null, 'free'])
  })

  it('requires the password, and says only then that another account uses it', async () => {
    unwrap(await setAddress('eva', address))
    const caller = await app.caller('ana')
    const attempts = [undefined, 'Sbagliata.1!'].map((entered) =>
      setWalletAddress(auth)(caller, { address, password: entered, source })(),
    )
    expect(await Promise.all(attempts)).toMatchObject(
      ['PasswordNeeded', 'CurrentPasswordWrong'].map((type) => ({ left: { rejection: { type } } })),
    )
    expect([await addressOf('ana'), await holderOf(address)]).toEqual([null, 'eva'])
  })

  it('requires no password if only the threshold changes', async () => {
    await app.business('locanda')
    unwrap(await setAddress('locanda', address))
    const caller = await app.caller('locanda')
    const configuration = { walletId: 'locanda', address: address.toLowerCase(), threshold: 20 }
    unwrap(await configureWallet(auth)(caller, { ...configuration, password: undefined, source })())
  })

  it('is free after ten minutes if the process died before the wallet recorded it, but not afterwards', async () => {
    const meta = visitorMetadata(auth, 'c')
    unwrap(await reserveName(auth, { category: 'payee', nameId: addressIdOf(address), accountId: 'ana', meta })())
    expect(await setAddress('eva', address)).toMatchObject(taken)
    app.later(1)
    unwrap(await setAddress('eva', address))
    expect(await setAddress('ana', address)).toMatchObject(taken)
  })

  it('has one holder however often the changes are delivered', async () => {
    const changes = [address, otherAddress, address]
    for (const to of changes) unwrap(await setAddress('ana', to))
    const policy = payoutAddressPolicy({
      ...app.deps,
      newCode: () => '',
      ruleSettings: testRuleSettings,
      lookups: app.lookups,
      nameHasher: testNameHasher,
    })
    const set = (await app.log()).filter(({ event }) => event.type === 'PayoutAddressSet')
    for (const event of [...set, ...set]) unwrap((await policy.react?.(event as EventEnvelope<never>)()) ?? E.right([]))
    expect([await holderOf(address), await holderOf(otherAddress)]).toEqual(['ana', 'free'])
  })
})

describe('Q-127: undoing a change of the payout address', () => {
  const lastChange = async () =>
    (await app.events('PayoutAddressSet')).findLast(({ accountId }) => accountId === 'ana')?.changeId ?? ''
  const undo = (changeId: string) => undoWalletAddress(auth)({ token: changeId }, 'request')()

  it('restores and reserves the former address and frees the other', async () => {
    unwrap(await setAddress('ana', address))
    unwrap(await setAddress('ana', otherAddress))
    expect(unwrap(await undo(await lastChange()))).toMatchObject({ isRestored: true })
    expect(await addressOf('ana')).toBe(address)
    expect([await holderOf(address), await holderOf(otherAddress)]).toEqual(['ana', 'free'])
  })

  it('leaves no address if another account has taken the former one', async () => {
    unwrap(await setAddress('ana', address))
    unwrap(await setAddress('ana', otherAddress))
    unwrap(await setAddress('eva', address))
    expect(unwrap(await undo(await lastChange()))).toMatchObject({ isRestored: false })
    expect([await addressOf('ana'), await addressOf('eva')]).toEqual([null, address])
    expect([await holderOf(address), await holderOf(otherAddress)]).toEqual(['eva', 'free'])
  })

  it('is refused the second time, and for a change that does not exist', async () => {
    unwrap(await setAddress('ana', address))
    const changeId = await lastChange()
    unwrap(await undo(changeId))
    unwrap(await setAddress('ana', otherAddress))
    expect([await undo(changeId), await undo('unknown')]).toMatchObject(
      ['UndoLinkUsed', 'UndoLinkInvalid'].map((type) => ({ left: { rejection: { type } } })),
    )
    expect(await addressOf('ana')).toBe(otherAddress)
  })
})
