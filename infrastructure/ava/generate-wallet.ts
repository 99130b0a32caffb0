import { taskThread } from '../task-thread.ts'
import type { generateWallet } from './ethers-chain.ts'

/** Loading ethers takes a third of a second and each key 50 to 350 ms, during which requests would wait. */
export const generateWalletInThread = taskThread<typeof generateWallet>(new URL('wallet-thread.ts', import.meta.url))
