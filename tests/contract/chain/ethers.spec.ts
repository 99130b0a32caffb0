import { afterAll } from 'vitest'
import { startMint } from '../../support/chain/bank.ts'
import { chainContract } from './chain.contract.ts'

const mint = await startMint()
afterAll(() => mint.stop())

chainContract('ethers, on a real EVM node,', () => mint.open())
