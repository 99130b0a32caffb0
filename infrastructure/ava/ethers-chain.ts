import {
  computeAddress,
  Contract,
  ContractFactory,
  FetchRequest,
  id,
  Interface,
  isError,
  JsonRpcProvider,
  MaxUint256,
  Network,
  toQuantity,
  Transaction,
  type TransactionLike,
  Wallet,
  ZeroHash,
} from 'ethers'
import { readFileSync } from 'node:fs'
import type {
  Chain,
  ChainFailure,
  GeneratedWallet,
  Payment,
  SignedTransaction,
  TransactionRef,
  TransactionStatus,
  WalletBalances,
} from '../../application/ava/ports.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { ChainError } from './chain-error.ts'

/** What `Payouts.sol` can be asked, and the names of what it and tokens refuse with. */
export const payoutsInterface = new Interface([
  'function pay(address token, bytes32 batch, address[] to, uint256[] amounts)',
  'error AlreadyPaid(bytes32 batch)',
  'error LengthsDiffer()',
  'error NotMoved(uint256 place)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
])

export const tokenInterface = new Interface([
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
])

/** As `tests/infrastructure/ava/payouts-contract.spec.ts` compiles it. */
export const payoutsBytecode = (): string => {
  const { bytecode } = JSON.parse(readFileSync(new URL('Payouts.json', import.meta.url), 'utf8')) as {
    bytecode: string
  }
  return bytecode
}

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
    await requireChain(node, chainId)
    const data = await encodePayCall(node, settings, batchId, payments)
    const [nonce, gas, fees] = await Promise.all([
      node.getTransactionCount(wallet.address, 'pending'),
      node.estimateGas({ from: wallet.address, to: payouts, data }),
      currentFees(node),
    ])
    const gasLimit = gas + gas / 4n
    const signed = await wallet.signTransaction({ chainId, nonce, to: payouts, data, gasLimit, ...fees })
    return { chainId, sender: wallet.address, nonce, txHash: Transaction.from(signed).hash ?? '', signed }
  }

  return {
    acceptsAddress: (address) => nodeTask('tell', () => canReceive(node, settings, wallet.address, address)),
    sign: (batchId, payments) => nodeTask('sign', () => sign(batchId, payments)),
    send: ({ signed }) => nodeTask('send', () => broadcast(node, signed)),
    statusOf: (transaction) => nodeTask('tell', () => transactionFate(node, settings, transaction)),
    close: () => node.destroy(),
  }
}

/** Asked with nothing to move. Where the token refuses the wallet's own address too, it is no fault of this one. */
const canReceive = async (
  node: JsonRpcProvider,
  { chainId, token, payouts }: ChainSettings,
  from: string,
  address: string,
): Promise<boolean> => {
  await requireChain(node, chainId)
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

const encodePayCall = async (
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

const currentFees = async (node: JsonRpcProvider): Promise<TransactionLike> => {
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

const transactionFate = async (
  node: JsonRpcProvider,
  { chainId, confirmations }: ChainSettings,
  { chainId: signedFor, sender, nonce, txHash }: TransactionRef,
): Promise<TransactionStatus> => {
  await requireChain(node, signedFor)
  await requireChain(node, chainId)
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

export type SignerSettings = Pick<ChainSettings, 'rpcUrl' | 'chainId' | 'privateKey' | 'token'>

export const signerAddress = ({ privateKey }: Pick<SignerSettings, 'privateKey'>): string => computeAddress(privateKey)

export const readHoldings = (settings: SignerSettings): TE.TaskEither<ChainFailure, WalletBalances> =>
  nodeTask('tell', () => readHoldingsOf(settings))

/** What is less than a whole AVA is not told. */
const readHoldingsOf = async ({ rpcUrl, chainId, privateKey, token }: SignerSettings): Promise<WalletBalances> => {
  const node = openNode(rpcUrl, chainId)
  try {
    await requireChain(node, chainId)
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
export const generateWallet = (): GeneratedWallet => {
  const { address, privateKey, mnemonic } = Wallet.createRandom()
  if (mnemonic === null) throw new Error('A wallet was made without its words')
  return { address, privateKey, mnemonic: mnemonic.phrase }
}

/** Puts `Payouts.sol` on the chain and lets it move the wallet's AVA, which only the wallet itself can have it do. */
export const deployPayouts = async ({
  rpcUrl,
  chainId,
  privateKey,
  token,
}: Omit<ChainSettings, 'payouts' | 'confirmations'>): Promise<string> => {
  const node = openNode(rpcUrl, chainId)
  try {
    await requireChain(node, chainId)
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

const requestTimeoutMs = 20_000

/** A node of the chain; which chain it must be is set, never found out. */
export const openNode = (rpcUrl: string, chainId: number): JsonRpcProvider => {
  const request = new FetchRequest(rpcUrl)
  request.timeout = requestTimeoutMs
  const staticNetwork = Network.from(chainId)
  return new JsonRpcProvider(request, staticNetwork, { staticNetwork, cacheTimeout: -1, batchMaxCount: 1 })
}

/** What a node answers; when it does not, only a word of why is kept: its own words name addresses and hold keys of providers. */
export const nodeTask = <A>(doing: string, ask: () => Promise<A>): TE.TaskEither<ChainFailure, A> =>
  TE.tryCatch(ask, (error): ChainFailure => ({
    type: 'Unavailable',
    cause: new ChainError(`the chain could not ${doing}: ${errorWord(error)}`),
  }))

const errorWord = (error: unknown): string => {
  if (error instanceof WrongChain) return 'another chain than the one set'
  if (isError(error, 'CALL_EXCEPTION'))
    return (error.data && payoutsInterface.parseError(error.data)?.name) ?? error.code
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
}

class WrongChain extends Error {}

/** A signature is good on one chain; money on another is other money. */
export const requireChain = async (node: JsonRpcProvider, chainId: number): Promise<void> => {
  const answered = (await node.send('eth_chainId', [])) as string
  if (Number(answered) !== chainId) throw new WrongChain()
}
