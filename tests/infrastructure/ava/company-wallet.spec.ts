import { computeAddress, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { generateWallet, readHoldings, signerAddress } from '../../../infrastructure/ava/ethers-chain.ts'
import { generateWalletInThread } from '../../../infrastructure/ava/generate-wallet.ts'
import { companyWalletReaderOf } from '../../../infrastructure/composition/chain.ts'
import { unwrap } from '../../support/application.ts'
import { startTestChain } from '../../support/ava/test-chain.ts'

let testChain: Awaited<ReturnType<typeof startTestChain>>
let company: Awaited<ReturnType<typeof testChain.open>>
beforeAll(async () => {
  testChain = await startTestChain()
  company = await testChain.open()
})
afterAll(() => testChain.stop())

describe('the company wallet', () => {
  it('A-58: reports whole AVA and whether it can pay fees', async () => {
    expect(unwrap(await readHoldings(company.settings)())).toEqual({ ava: 0, canPayFees: true })
    await company.give(30)
    expect(unwrap(await readHoldings(company.settings)())).toEqual({ ava: 30, canPayFees: true })
    const poor = { ...company.settings, privateKey: generateWallet().privateKey }
    expect(unwrap(await readHoldings(poor)())).toEqual({ ava: 0, canPayFees: false })
  })

  it('A-58: knows its address without the chain', () =>
    expect(signerAddress(company.settings)).toBe(computeAddress(company.settings.privateKey)))

  it.each([
    ['does not respond', { rpcUrl: 'http://127.0.0.1:9' }],
    ['has another id', { chainId: 1 }],
  ])('reports a chain that %s, without revealing an address', async (_, changes) => {
    const outcome = await readHoldings({ ...company.settings, ...changes })()
    if (E.isRight(outcome)) throw new Error('expected a failure')
    expect(outcome.left).toMatchObject({ type: 'Unavailable', cause: expect.any(Error) })
    expect(String(outcome.left.cause)).not.toContain('0x')
  })

  it('A-59: is generated with matching keys, different every time', () => {
    const wallets = [generateWallet(), generateWallet()]
    for (const { address, privateKey, mnemonic } of wallets) {
      expect(new Wallet(privateKey).address).toBe(address)
      expect(Wallet.fromPhrase(mnemonic)).toMatchObject({ address, privateKey })
      expect(mnemonic.split(' ')).toHaveLength(12)
    }
    expect(new Set(wallets.map(({ privateKey }) => privateKey)).size).toBe(2)
  })

  it('A-59: is generated in another thread, so that no request waits for it', async () => {
    const [first, second] = await Promise.all([generateWalletInThread(), generateWalletInThread()])
    for (const { address, mnemonic } of [first, second]) expect(Wallet.fromPhrase(mnemonic).address).toBe(address)
    expect(first.address).not.toBe(second.address)
  })

  it('C-42, Q-14: is configured only by settings', async () => {
    const { rpcUrl, chainId, privateKey, token } = company.settings
    const settings = {
      EVM_RPC_URL: rpcUrl,
      EVM_CHAIN_ID: chainId,
      EVM_PRIVATE_KEY: privateKey,
      AVA_TOKEN_ADDRESS: token,
    }
    const { configured } = await companyWalletReaderOf({ ...settings, EVM_CONFIRMATIONS: 2 })
    expect(configured?.address).toBe(signerAddress(company.settings))
    expect((await companyWalletReaderOf({ EVM_CONFIRMATIONS: 2 })).configured).toBeNull()
  })
})
