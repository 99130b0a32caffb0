import {
  Contract,
  id,
  isError,
  toQuantity,
  Transaction,
  Wallet,
  ZeroHash,
  type JsonRpcProvider,
  type TransactionLike,
} from 'ethers'
import type { Chain, Fate, Payment, SignedTransaction, TransactionName } from '../../application/ports/chain.ts'
import { fromNode, onlyOn, openNode } from './node.ts'
import { payoutsInterface, tokenInterface } from './payouts-contract.ts'

export interface ChainSettings {
  readonly rpcUrl: string
  readonly chainId: number
  readonly privateKey: string
  /** The AVA token. */
  readonly token: string
  /** Where `Payouts.sol` lies; the wallet has allowed it to move the token. */
  readonly payouts: string
  /** So many blocks deep something is settled. */
  readonly confirmations: number
}

/** AVA on an EVM chain: a batch is one call of `Payouts.sol`, which pays each batch of a wallet once. */
export const ethersChain = (settings: ChainSettings): Chain & { readonly close: () => void } => {
  const { rpcUrl, chainId, privateKey, payouts } = settings
  const node = openNode(rpcUrl, chainId)
  const wallet = new Wallet(privateKey)

  const sign = async (batchId: string, payments: readonly Payment[]): Promise<SignedTransaction> => {
    await onlyOn(node, chainId)
    const data = await callOf(node, settings, batchId, payments)
    const [nonce, gas, fees] = await Promise.all([
      node.getTransactionCount(wallet.address, 'pending'),
      node.estimateGas({ from: wallet.address, to: payouts, data }),
      feesOn(node),
    ])
    const gasLimit = gas + gas / 4n
    const signed = await wallet.signTransaction({ chainId, nonce, to: payouts, data, gasLimit, ...fees })
    return { chainId, sender: wallet.address, nonce, txHash: Transaction.from(signed).hash ?? '', signed }
  }

  return {
    reaches: (address) => fromNode('tell', () => reaches(node, settings, wallet.address, address)),
    sign: (batchId, payments) => fromNode('sign', () => sign(batchId, payments)),
    send: ({ signed }) => fromNode('send', () => broadcast(node, signed)),
    fateOf: (transaction) => fromNode('tell', () => fateOf(node, settings, transaction)),
    close: () => node.destroy(),
  }
}

/** Asked with nothing to move. Where the token refuses the wallet's own address too, it is no fault of this one. */
const reaches = async (
  node: JsonRpcProvider,
  { chainId, token, payouts }: ChainSettings,
  from: string,
  address: string,
): Promise<boolean> => {
  await onlyOn(node, chainId)
  const takes = async (to: string) => {
    const data = payoutsInterface.encodeFunctionData('pay', [token, ZeroHash, [to], [0n]])
    try {
      await node.call({ from, to: payouts, data })
      return true
    } catch (error) {
      if (isError(error, 'CALL_EXCEPTION')) return false
      throw error
    }
  }
  return (await takes(address.toLowerCase())) || !(await takes(from))
}

const callOf = async (
  node: JsonRpcProvider,
  { token }: ChainSettings,
  batchId: string,
  payments: readonly Payment[],
): Promise<string> => {
  const decimals = (await new Contract(token, tokenInterface, node).getFunction('decimals')()) as bigint
  const amounts = payments.map(({ amount }) => BigInt(amount) * 10n ** decimals)
  // in lower case: of a checksum that does not fit the library would make nothing, and the batch would wait for ever
  const addresses = payments.map(({ to }) => to.toLowerCase())
  return payoutsInterface.encodeFunctionData('pay', [token, id(batchId), addresses, amounts])
}

const feesOn = async (node: JsonRpcProvider): Promise<TransactionLike> => {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = await node.getFeeData()
  return maxFeePerGas === null ? { type: 0, gasPrice } : { type: 2, maxFeePerGas, maxPriorityFeePerGas }
}

/** A node that has it, or has moved past its number, need not get it: its fate is asked for anyhow. */
const broadcast = async (node: JsonRpcProvider, signed: string): Promise<void> => {
  try {
    await node.send('eth_sendRawTransaction', [signed])
  } catch (error) {
    if (!isError(error, 'NONCE_EXPIRED') && !/already (known|imported)/i.test(String(error))) throw error
  }
}

const fateOf = async (
  node: JsonRpcProvider,
  { chainId, confirmations }: ChainSettings,
  { chainId: signedFor, sender, nonce, txHash }: TransactionName,
): Promise<Fate> => {
  await onlyOn(node, signedFor)
  await onlyOn(node, chainId)
  // the height first: what was in a block by then has a receipt by now
  const height = await node.getBlockNumber()
  const receipt = await node.getTransactionReceipt(txHash)
  if (receipt !== null) {
    if (height - receipt.blockNumber + 1 < confirmations) return { type: 'waiting' }
    return receipt.status === 1
      ? { type: 'paid', gasUsed: Number(receipt.gasUsed) }
      : { type: 'failed', reason: 'reverted' }
  }
  const settled = toQuantity(Math.max(height - confirmations + 1, 0))
  const used = (await node.send('eth_getTransactionCount', [sender, settled])) as string
  return Number(used) > nonce ? { type: 'failed', reason: 'superseded' } : { type: 'waiting' }
}
