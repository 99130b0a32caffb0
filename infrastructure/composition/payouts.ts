import { randomUUID } from 'node:crypto'
import type { AuthServices } from '../../application/accounts/auth-services.ts'
import type { PayoutServices } from '../../application/ava/payout-services.ts'
import { continuePayouts, runPayouts } from '../../application/ava/payouts.ts'
import type { CompanySigner } from '../../application/ava/ports.ts'
import type { Jobs } from '../../application/ports/jobs.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import type { Result, Services } from '../../application/use-case.ts'
import type { Actor } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { ChainError } from '../ava/chain-error.ts'
import type { ChainConfig } from './config.ts'

export interface PayoutChain extends Pick<PayoutServices, 'chain' | 'eraseKey'> {
  readonly close: () => void
}

/** Null unless every setting is present; the chain library is not even loaded then. */
export const payoutChainOf = async (
  config: ChainConfig,
  keyring: Pick<Keyring, 'erase'>,
): Promise<PayoutChain | null> => {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, EVM_CONFIRMATIONS } = config
  const { AVA_TOKEN_ADDRESS: token, AVA_PAYOUTS_ADDRESS: payouts } = config
  if (!rpcUrl || !chainId || !privateKey || !token || !payouts) return null
  const { ethersChain } = await import('../ava/ethers-chain.ts')
  const chain = ethersChain({ rpcUrl, chainId, privateKey, token, payouts, confirmations: EVM_CONFIRMATIONS })
  return { chain, eraseKey: keyring.erase, close: chain.close }
}

const loadSigner = () => import('../ava/ethers-chain.ts')

/** The company wallet can be viewed before payouts are possible. The chain library is loaded on first use. */
export const companySignerOf = (config: ChainConfig): CompanySigner => {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, AVA_TOKEN_ADDRESS: token } = config
  const settings = rpcUrl && chainId && privateKey && token ? { rpcUrl, chainId, privateKey, token } : null
  return {
    configured: settings && {
      address: async () => (await loadSigner()).signerAddress(settings),
      holdings: pipe(
        TE.fromTask(loadSigner),
        TE.flatMap(({ readHoldings }) => readHoldings(settings)),
      ),
    },
    generate: async () => (await loadSigner()).generateWallet(),
  }
}

/** Queues the payout job immediately, recording who requested it. */
export const payoutRequester = (payoutChain: PayoutChain | null, jobs: Pick<Jobs, 'add'>): Services['requestPayouts'] =>
  payoutChain &&
  ((by) => jobs.add([{ queue: 'timers', name: 'payouts-due', data: { by }, key: `forced-payout-${randomUUID()}` }]))

/**
 * Runs the daily payout. `by` is the administrator who requested it early.
 * @rule B-34 daily payout
 */
export const payDuePayouts = async (auth: AuthServices, by: unknown): Promise<void> => {
  const outcome = await withPayoutChain(
    auth,
    typeof by === 'string' ? { id: by, role: 'admin' } : timerActor,
    runPayouts,
  )
  if (E.isRight(outcome)) return
  const { left } = outcome
  const isChainError = left.type === 'Unavailable' && left.cause instanceof ChainError
  throw new Error('Payouts failed', { cause: isChainError ? left.cause : left })
}

/** Continues open payouts. Failures are left to the next run; only the daily payout reports them. */
export const resumePayouts = async (auth: AuthServices): Promise<void> => {
  await withPayoutChain(auth, timerActor, continuePayouts)
}

const timerActor: Actor = { id: 'timer', role: 'policy' }

const withPayoutChain = <A>(auth: AuthServices, actor: Actor, work: (payoutServices: PayoutServices) => Result<A>) => {
  const { payoutChain } = auth
  const outcome: Result<A | undefined> =
    payoutChain === null ? TE.right(undefined) : work({ ...auth, ...payoutChain, actor })
  return outcome()
}
