import { Contract, ContractFactory, MaxUint256, Wallet } from 'ethers'
import type { ChainSettings } from './ethers-chain.ts'
import { onlyOn, openNode } from './node.ts'
import { payoutsBytecode, tokenInterface } from './payouts-contract.ts'

/** Puts `Payouts.sol` on the chain and lets it move the wallet's AVA, which only the wallet itself can have it do. */
export const deployPayouts = async ({
  rpcUrl,
  chainId,
  privateKey,
  token,
}: Omit<ChainSettings, 'payouts' | 'confirmations'>): Promise<string> => {
  const node = openNode(rpcUrl, chainId)
  try {
    await onlyOn(node, chainId)
    const wallet = new Wallet(privateKey, node)
    const contract = await new ContractFactory([], payoutsBytecode(), wallet).deploy()
    await contract.waitForDeployment()
    const address = await contract.getAddress()
    const allowing = (await new Contract(token, tokenInterface, wallet).getFunction('approve')(
      address,
      MaxUint256,
    )) as {
      readonly wait: () => Promise<unknown>
    }
    await allowing.wait()
    return address
  } finally {
    node.destroy()
  }
}
