import { computeAddress, Contract, Wallet } from 'ethers'
import type { ChainFailure, GeneratedWallet, Holdings } from '../../application/ports/chain.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { ChainSettings } from './ethers-chain.ts'
import { fromNode, onlyOn, openNode } from './node.ts'
import { tokenInterface } from './payouts-contract.ts'

export type PurseSettings = Pick<ChainSettings, 'rpcUrl' | 'chainId' | 'privateKey' | 'token'>

export const addressIn = ({ privateKey }: Pick<PurseSettings, 'privateKey'>): string => computeAddress(privateKey)

export const holdingsIn = (settings: PurseSettings): TE.TaskEither<ChainFailure, Holdings> =>
  fromNode('tell', () => lookInto(settings))

/** What is less than a whole AVA is not told. */
const lookInto = async ({ rpcUrl, chainId, privateKey, token }: PurseSettings): Promise<Holdings> => {
  const node = openNode(rpcUrl, chainId)
  try {
    await onlyOn(node, chainId)
    const address = computeAddress(privateKey)
    const contract = new Contract(token, tokenInterface, node)
    const [balance, decimals, coin] = await Promise.all([
      contract.getFunction('balanceOf')(address) as Promise<bigint>,
      contract.getFunction('decimals')() as Promise<bigint>,
      node.getBalance(address),
    ])
    return { ava: Number(balance / 10n ** decimals), fees: coin > 0n }
  } finally {
    node.destroy()
  }
}

/** Twelve words, and the key they stand for. */
export const newWallet = (): GeneratedWallet => {
  const { address, privateKey, mnemonic } = Wallet.createRandom()
  if (mnemonic === null) throw new Error('A wallet was made without its words')
  return { address, privateKey, mnemonic: mnemonic.phrase }
}
