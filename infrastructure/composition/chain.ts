import type { PayoutChain } from '../../application/ava/payout-services.ts'
import type { CompanyWalletReader } from '../../application/ava/ports.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import { E } from '../../domain/kernel/fp.ts'
import { generateWalletInThread } from '../ava/generate-wallet.ts'
import type { ChainConfig } from './config.ts'

export interface ConnectedChain extends PayoutChain {
  readonly close: () => void
}

/** Null unless every setting is present; the chain library is not even loaded then. */
export const payoutChainOf = async (
  config: ChainConfig,
  keyring: Pick<Keyring, 'erase'>,
): Promise<ConnectedChain | null> => {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, EVM_CONFIRMATIONS } = config
  const { AVA_TOKEN_ADDRESS: token, AVA_PAYOUTS_ADDRESS: payouts } = config
  if (!rpcUrl || !chainId || !privateKey || !token || !payouts) return null
  const ethersChain = await import('../ava/ethers-chain.ts').then((m) => m.ethersChain)
  const chain = ethersChain({ rpcUrl, chainId, privateKey, token, payouts, confirmations: EVM_CONFIRMATIONS })
  return { chain, eraseKey: keyring.erase, close: chain.close }
}

/**
 * The company wallet can be viewed before payouts are possible. Without settings the chain library is not loaded, and
 * with them at start, since loading it would delay other requests.
 */
export const companyWalletReaderOf = async (config: ChainConfig): Promise<CompanyWalletReader> => {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, AVA_TOKEN_ADDRESS: token } = config
  if (!rpcUrl || !chainId || !privateKey || !token) return { configured: null, generate: generateWalletInThread }
  const settings = { rpcUrl, chainId, privateKey, token }
  const { readHoldings, signerAddress } = await import('../ava/ethers-chain.ts').then((m) => m.companyWallet)
  const address = signerAddress(settings)
  return { configured: { address, balances: readHoldings(settings) }, generate: generateWalletInThread }
}

/** Whole AVA of the company wallet; null without one, or while the chain is unreachable. */
export const readCompanyBalance = async ({ configured }: CompanyWalletReader): Promise<number | null> => {
  const balances = await configured?.balances()
  return balances === undefined || E.isLeft(balances) ? null : balances.right.ava
}
