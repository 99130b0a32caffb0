import { afterAll, expect, it } from 'vitest'
import { ethersChain } from '../../../infrastructure/chain/ethers-chain.ts'
import { right } from '../../support/application.ts'
import { startMint } from '../../support/chain/bank.ts'
import { chainContract } from './chain.contract.ts'

const mint = await startMint()
afterAll(() => mint.stop())

chainContract('ethers, on a real EVM node,', () => mint.open())

it('a token that moves for nobody is no fault of an address', async () => {
  const { settings, someone } = await mint.open()
  const chain = ethersChain({ ...settings, token: settings.payouts })
  expect(right(await chain.reaches(someone())())).toBe(true)
  chain.close()
})
