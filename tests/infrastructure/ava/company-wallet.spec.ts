import { computeAddress, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { generateWallet, readHoldings, signerAddress } from '../../../infrastructure/ava/ethers-chain.ts'
import { companySignerOf } from '../../../infrastructure/composition/chain.ts'
import { unwrap } from '../../support/application.ts'
import { startTestChain } from '../../support/ava/test-chain.ts'

let mint: Awaited<ReturnType<typeof startTestChain>>
let bank: Awaited<ReturnType<typeof mint.open>>
beforeAll(async () => {
  mint = await startTestChain()
  bank = await mint.open()
})
afterAll(() => mint.stop())

describe('the company wallet', () => {
  it('A-58: reports whole AVA and whether it can pay fees', async () => {
    expect(unwrap(await readHoldings(bank.settings)())).toEqual({ ava: 0, fees: true })
    await bank.give(30)
    expect(unwrap(await readHoldings(bank.settings)())).toEqual({ ava: 30, fees: true })
    const poor = { ...bank.settings, privateKey: generateWallet().privateKey }
    expect(unwrap(await readHoldings(poor)())).toEqual({ ava: 0, fees: false })
  })

  it('A-58: knows its address without the chain', () =>
    expect(signerAddress(bank.settings)).toBe(computeAddress(bank.settings.privateKey)))

  it.each([
    ['is silent', { rpcUrl: 'http://127.0.0.1:9' }],
    ['is another one', { chainId: 1 }],
  ])('reports that the chain %s, without revealing any name', async (_, otherwise) => {
    const outcome = await readHoldings({ ...bank.settings, ...otherwise })()
    if (E.isRight(outcome)) throw new Error('expected a failure')
    expect(outcome.left).toMatchObject({ type: 'Unavailable', cause: expect.any(Error) })
    expect(String(outcome.left.cause)).not.toContain('0x')
  })

  it('A-59: generates matching keys, different every time', () => {
    const wallets = [generateWallet(), generateWallet()]
    for (const { address, privateKey, mnemonic } of wallets) {
      expect(new Wallet(privateKey).address).toBe(address)
      expect(Wallet.fromPhrase(mnemonic)).toMatchObject({ address, privateKey })
      expect(mnemonic.split(' ')).toHaveLength(12)
    }
    expect(new Set(wallets.map(({ privateKey }) => privateKey)).size).toBe(2)
  })

  it('C-42, Q-14: is configured only by settings', async () => {
    const { rpcUrl, chainId, privateKey, token } = bank.settings
    const all = { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, AVA_TOKEN_ADDRESS: token }
    const { configured } = companySignerOf({ ...all, EVM_CONFIRMATIONS: 2 })
    expect(await configured?.address()).toBe(signerAddress(bank.settings))
    expect(companySignerOf({ EVM_CONFIRMATIONS: 2 }).configured).toBeNull()
  })
})
