import { randomUUID } from 'node:crypto'
import type { Cashier } from '../../application/ava/cashier.ts'
import { goOn, payOut } from '../../application/ava/pay-out.ts'
import type { Doors } from '../../application/access/doors.ts'
import type { Answer, Toolbox } from '../../application/use-case.ts'
import type { Purse } from '../../application/ports/chain.ts'
import type { Jobs } from '../../application/ports/jobs.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Actor } from '../../domain/kernel/recorded.ts'
import { ChainTrouble } from '../chain/chain-trouble.ts'
import type { ChainConfig } from './chain-settings.ts'

export interface Treasury extends Pick<Cashier, 'chain' | 'forget'> {
  readonly close: () => void
}

/** Null while something is missing: nothing leaves then, and the chain’s library is not even loaded. */
export const treasuryOf = async (config: ChainConfig, keyring: Pick<Keyring, 'erase'>): Promise<Treasury | null> => {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, EVM_CONFIRMATIONS } = config
  const { AVA_TOKEN_ADDRESS: token, AVA_PAYOUTS_ADDRESS: payouts } = config
  if (!rpcUrl || !chainId || !privateKey || !token || !payouts) return null
  const { ethersChain } = await import('../chain/ethers-chain.ts')
  const chain = ethersChain({ rpcUrl, chainId, privateKey, token, payouts, confirmations: EVM_CONFIRMATIONS })
  return { chain, forget: keyring.erase, close: chain.close }
}

const purse = () => import('../chain/purse.ts')

/** The company's wallet can be looked at before there is a way out of it; the library is loaded by whoever looks. */
export const purseOf = (config: ChainConfig): Purse => {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, AVA_TOKEN_ADDRESS: token } = config
  const settings = rpcUrl && chainId && privateKey && token ? { rpcUrl, chainId, privateKey, token } : null
  return {
    own: settings && {
      address: async () => (await purse()).addressIn(settings),
      holdings: pipe(
        TE.fromTask(purse),
        TE.flatMap(({ holdingsIn }) => holdingsIn(settings)),
      ),
    },
    generate: async () => (await purse()).newWallet(),
  }
}

/** Hands the daily job over, under the name of whoever asked for it. */
export const callPayoutsBy = (treasury: Treasury | null, jobs: Pick<Jobs, 'add'>): Toolbox['callPayouts'] =>
  treasury &&
  ((by) => jobs.add([{ queue: 'timers', name: 'payouts-due', data: { by }, key: `forced-payout-${randomUUID()}` }]))

/** B-34: the daily payout; `by` is the administrator who would not wait for it. */
export const payDue = async (doors: Doors, by: unknown): Promise<void> => {
  const outcome = await withTreasury(doors, typeof by === 'string' ? { id: by, role: 'admin' } : clock, payOut)
  if (E.isRight(outcome)) return
  const { left } = outcome
  const said = left.type === 'Unavailable' && left.cause instanceof ChainTrouble
  throw new Error('Payouts are held up', { cause: said ? left.cause : left })
}

/** What cannot be done now the next look does: it is the daily payout that complains. */
export const goOnPaying = async (doors: Doors): Promise<void> => {
  await withTreasury(doors, clock, goOn)
}

const clock: Actor = { id: 'timer', role: 'policy' }

const withTreasury = <A>(doors: Doors, actor: Actor, work: (cashier: Cashier) => Answer<A>) => {
  const { treasury } = doors
  const done: Answer<A | undefined> = treasury === null ? TE.right(undefined) : work({ ...doors, ...treasury, actor })
  return done()
}
