import type { PayoutChain } from '../../application/ava/payout-services.ts'
import type { CompanyWalletReader } from '../../application/ava/ports.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
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

const loadCompanyWallet = () => import('../ava/ethers-chain.ts').then((m) => m.companyWallet)

/** The company wallet can be viewed before payouts are possible. The chain library is loaded on first use. */
export const companyWalletReaderOf = (config: ChainConfig): CompanyWalletReader => {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN_ID: chainId, EVM_PRIVATE_KEY: privateKey, AVA_TOKEN_ADDRESS: token } = config
  const settings = rpcUrl && chainId && privateKey && token ? { rpcUrl, chainId, privateKey, token } : null
  return {
    configured: settings && {
      address: async () => (await loadCompanyWallet()).signerAddress(settings),
      balances: pipe(
        TE.fromTask(loadCompanyWallet),
        TE.flatMap(({ readHoldings }) => readHoldings(settings)),
      ),
    },
    generate: async () => (await loadCompanyWallet()).generateWallet(),
  }
}
