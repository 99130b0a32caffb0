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
import {
  ChainError,
  type Chain,
  type ChainFailure,
  type GeneratedWallet,
  type Payment,
  type SignedTransaction,
  type ChainTransactionRef,
  type ChainTransactionStatus,
  type WalletBalances,
} from '../../application/ava/ports.ts'
import { TE } from '../../domain/kernel/fp.ts'

/** ABI of `Payouts.sol`, with the errors it and the token may raise. */
const payoutsInterface = new Interface([
  'function pay(address token, bytes32 batch, address[] to, uint256[] amounts)',
  'error AlreadyPaid(bytes32 batch)',
  'error LengthsDiffer()',
  'error NotMoved(uint256 place)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
])

const tokenInterface = new Interface([
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
])

/** Compiled `Payouts.sol`; `tests/infrastructure/ava/payouts-contract.spec.ts` compares it with the source. */
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
  /** Address of the AVA token. */
  readonly token: string
  /** Address of the deployed `Payouts.sol`, which has an allowance for the wallet's tokens. */
  readonly payouts: string
  /** Blocks after which a transaction is final. */
  readonly confirmations: number
}

/** Pays AVA on an EVM chain. A batch is one call of `Payouts.sol`, which pays each batch of a wallet once. */
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
    acceptsAddress: (address) =>
      nodeTask('check an address', () => canReceive(node, settings, wallet.address, address)),
    sign: (batchId, payments) => nodeTask('sign', () => sign(batchId, payments)),
    send: ({ signed }) => nodeTask('send', () => broadcast(node, signed)),
    statusOf: (transaction) => nodeTask('report a status', () => readStatus(node, settings, transaction)),
    close: () => node.destroy(),
  }
}

/** Simulates a transfer of zero. If the token refuses the wallet's own address too, the fault is not this address. */
const canReceive = async (
  node: JsonRpcProvider,
  { chainId, token, payouts }: ChainSettings,
  from: string,
  address: string,
): Promise<boolean> => {
  await requireChain(node, chainId)
  const accepts = async (to: string) => {
    const data = payoutsInterface.encodeFunctionData('pay', [token, ZeroHash, [to], [0n]])
    try {
      await node.call({ from, to: payouts, data })
      return true
    } catch (error) {
      if (isError(error, 'CALL_EXCEPTION')) return false
      throw error
    }
  }
  return (await accepts(address.toLowerCase())) || !(await accepts(from))
}

const encodePayCall = async (
  node: JsonRpcProvider,
  { token }: ChainSettings,
  batchId: string,
  payments: readonly Payment[],
): Promise<string> => {
  const decimals = (await new Contract(token, tokenInterface, node).getFunction('decimals')()) as bigint
  const amounts = payments.map(({ amount }) => BigInt(amount) * 10n ** decimals)
  // lower case, because ethers rejects a wrong checksum and the batch would never be paid
  const addresses = payments.map(({ to }) => to.toLowerCase())
  return payoutsInterface.encodeFunctionData('pay', [token, id(batchId), addresses, amounts])
}

const currentFees = async (node: JsonRpcProvider): Promise<TransactionLike> => {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = await node.getFeeData()
  return maxFeePerGas === null ? { type: 0, gasPrice } : { type: 2, maxFeePerGas, maxPriorityFeePerGas }
}

/** Sends a signed transaction; ignores that the node already knows it or that its nonce is used, as its status is read anyway. */
const broadcast = async (node: JsonRpcProvider, signed: string): Promise<void> => {
  try {
    await node.send('eth_sendRawTransaction', [signed])
  } catch (error) {
    if (!isError(error, 'NONCE_EXPIRED') && !/already (known|imported)/i.test(String(error))) throw error
  }
}

const readStatus = async (
  node: JsonRpcProvider,
  { chainId, confirmations }: ChainSettings,
  { chainId: signedFor, sender, nonce, txHash }: ChainTransactionRef,
): Promise<ChainTransactionStatus> => {
  await requireChain(node, signedFor)
  await requireChain(node, chainId)
  // read the height first: a transaction mined up to it has a receipt now
  const height = await node.getBlockNumber()
  const receipt = await node.getTransactionReceipt(txHash)
  if (receipt !== null) {
    if (height - receipt.blockNumber + 1 < confirmations) return { type: 'waiting' }
    return receipt.status === 1
      ? { type: 'paid', gasUsed: Number(receipt.gasUsed) }
      : { type: 'failed', reason: 'reverted' }
  }
  const finalBlock = toQuantity(Math.max(height - confirmations + 1, 0))
  const nextNonce = (await node.send('eth_getTransactionCount', [sender, finalBlock])) as string
  return Number(nextNonce) > nonce ? { type: 'failed', reason: 'superseded' } : { type: 'waiting' }
}

export type SignerSettings = Pick<ChainSettings, 'rpcUrl' | 'chainId' | 'privateKey' | 'token'>

/** Address derived from the private key. */
export const signerAddress = ({ privateKey }: Pick<SignerSettings, 'privateKey'>): string => computeAddress(privateKey)

/** Balances of the company wallet. */
export const readHoldings = (settings: SignerSettings): TE.TaskEither<ChainFailure, WalletBalances> =>
  nodeTask('report balances', () => readHoldingsOf(settings))

/** Rounds down to whole AVA. */
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
    return { ava: Number(balance / 10n ** decimals), canPayFees: coin > 0n }
  } finally {
    node.destroy()
  }
}

/** Generates a key with its twelve-word mnemonic. */
export const generateWallet = (): GeneratedWallet => {
  const { address, privateKey, mnemonic } = Wallet.createRandom()
  if (mnemonic === null) throw new Error('The generated wallet has no mnemonic')
  return { address, privateKey, mnemonic: mnemonic.phrase }
}

/** Deploys `Payouts.sol`, approves it for the wallet's AVA and returns its address. */
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
    const approval = (await new Contract(token, tokenInterface, wallet).getFunction('approve')(
      address,
      MaxUint256,
    )) as {
      readonly wait: () => Promise<unknown>
    }
    await approval.wait()
    return address
  } finally {
    node.destroy()
  }
}

const requestTimeoutMs = 20_000

/** Client of a node for a fixed chain id, without network detection. */
const openNode = (rpcUrl: string, chainId: number): JsonRpcProvider => {
  const request = new FetchRequest(rpcUrl)
  request.timeout = requestTimeoutMs
  const staticNetwork = Network.from(chainId)
  return new JsonRpcProvider(request, staticNetwork, { staticNetwork, cacheTimeout: -1, batchMaxCount: 1 })
}

/**
 * Runs a request to the node. Of an error only its code is kept, because messages may contain addresses and API keys.
 * `action` completes the sentence “the chain could not …”.
 */
const nodeTask = <A>(action: string, ask: () => Promise<A>): TE.TaskEither<ChainFailure, A> =>
  TE.tryCatch(ask, (error): ChainFailure => ({
    type: 'Unavailable',
    cause: new ChainError(`the chain could not ${action}: ${errorCode(error)}`),
  }))

const errorCode = (error: unknown): string => {
  if (error instanceof WrongChain) return 'the node is on a different chain than EVM_CHAIN_ID'
  if (isError(error, 'CALL_EXCEPTION'))
    return (error.data && payoutsInterface.parseError(error.data)?.name) ?? error.code
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
}

class WrongChain extends Error {}

/** Guards against a node of another chain. */
const requireChain = async (node: JsonRpcProvider, chainId: number): Promise<void> => {
  const actual = (await node.send('eth_chainId', [])) as string
  if (Number(actual) !== chainId) throw new WrongChain()
}

/** Loaded as one. */
export const companyWallet = { signerAddress, readHoldings }
