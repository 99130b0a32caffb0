import { randomUUID } from 'node:crypto'
import type { Cashier } from '../../application/ava/cashier.ts'
import { goOn, payOut } from '../../application/ava/pay-out.ts'
import type { Doors } from '../../application/access/doors.ts'
import type { Toolbox } from '../../application/use-case.ts'
import type { Jobs } from '../../application/ports/jobs.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Actor } from '../../domain/kernel/recorded.ts'
import { ethersChain } from '../chain/ethers-chain.ts'
import type { ChainConfig } from './chain-settings.ts'

export interface Treasury extends Pick<Cashier, 'chain' | 'forget'> {
  readonly close: () => void
}

/** Null while something is missing: nothing leaves then. */
export const treasuryOf = (config: ChainConfig, keyring: Pick<Keyring, 'erase'>): Treasury | null => {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, EVM_CONFIRMATIONS } = config
  const { AVA_TOKEN_ADDRESS: token, AVA_PAYOUTS_ADDRESS: payouts } = config
  if (!rpcUrl || !chainId || !privateKey || !token || !payouts) return null
  const chain = ethersChain({ rpcUrl, chainId, privateKey, token, payouts, confirmations: EVM_CONFIRMATIONS })
  return { chain, forget: keyring.erase, close: chain.close }
}

/** Hands the daily job over, under the name of whoever asked for it. */
export const callPayoutsBy = (treasury: Treasury | null, jobs: Pick<Jobs, 'add'>): Toolbox['callPayouts'] =>
  treasury &&
  ((by) => jobs.add([{ queue: 'timers', name: 'payouts-due', data: { by }, key: `forced-payout-${randomUUID()}` }]))

/** B-34: the daily payout; `by` is the administrator who would not wait for it. */
export const payDue = (doors: Doors, by: unknown) =>
  withTreasury(doors, typeof by === 'string' ? { id: by, role: 'admin' } : clock, payOut)

export const goOnPaying = (doors: Doors) => withTreasury(doors, clock, goOn)

const clock: Actor = { id: 'timer', role: 'policy' }

const withTreasury = <A>(doors: Doors, actor: Actor, work: (cashier: Cashier) => ReturnType<typeof goOn> | A) => {
  const { treasury } = doors
  return treasury === null ? TE.right(undefined) : work({ ...doors, ...treasury, actor })
}
