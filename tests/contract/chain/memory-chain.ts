import { randomBytes } from 'node:crypto'
import type {
  Chain,
  ChainFailure,
  Payment,
  SignedTransaction,
  ChainTransactionStatus,
} from '../../../application/ava/ports.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { ChainUnderTest } from './chain.contract.ts'

const chainId = 31_337
const confirmations = 2
const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`

interface Transfer {
  readonly batchId: string
  readonly payments: readonly Payment[]
}
interface Mined {
  readonly txHash: string | null
  readonly block: number
  readonly succeeded: boolean
}

/** The simplest chain that fulfils the contract: one wallet with sequential nonces. */
export const memoryChain = (): ChainUnderTest => {
  const sender = hex(20)
  const balances = new Map([[sender, 0]])
  const paid = new Set<string>()
  const waiting = new Map<number, string | null>()
  const mined: Mined[] = []
  let height = 0
  const balanceOf = (address: string) => balances.get(address.toLowerCase()) ?? 0
  const total = ({ payments }: Transfer) => payments.reduce((sum, { amount }) => sum + amount, 0)
  const rejectedAddress = hex(20)
  const canExecute = (transfer: Transfer) =>
    !paid.has(transfer.batchId) &&
    total(transfer) <= balanceOf(sender) &&
    transfer.payments.every(({ to }) => to !== rejectedAddress)
  const transfers = new Map<string, Transfer>()

  const execute = (txHash: string | null): boolean => {
    const transfer = txHash === null ? undefined : transfers.get(txHash)
    if (transfer === undefined) return true
    if (!canExecute(transfer)) return false
    paid.add(transfer.batchId)
    for (const { to, amount } of transfer.payments) {
      balances.set(sender, balanceOf(sender) - amount)
      balances.set(to.toLowerCase(), balanceOf(to) + amount)
    }
    return true
  }

  const mine = async (blocks: number) => {
    for (let n = 0; n < blocks; n++) {
      height++
      for (let txHash = waiting.get(mined.length); txHash !== undefined; txHash = waiting.get(mined.length)) {
        waiting.delete(mined.length)
        mined.push({ txHash, block: height, succeeded: execute(txHash) })
      }
    }
    return Promise.resolve()
  }
  const nextNonce = () => {
    let nonce = mined.length
    while (waiting.has(nonce)) nonce++
    return nonce
  }
  const isSettled = ({ block }: Mined) => height - block + 1 >= confirmations

  const chain: Chain = {
    acceptsAddress: (address) => TE.right(address !== rejectedAddress),
    sign: (batchId, payments) =>
      TE.fromIOEither(() => {
        const transfer = { batchId, payments }
        if (!canExecute(transfer)) return unavailable('the transfer would fail')
        const transaction: SignedTransaction = { chainId, sender, nonce: nextNonce(), txHash: hex(32), signed: hex(90) }
        transfers.set(transaction.txHash, transfer)
        return { _tag: 'Right', right: transaction }
      }),
    send: ({ nonce, txHash }) =>
      TE.fromIO(() => {
        if (nonce >= mined.length && !waiting.has(nonce)) waiting.set(nonce, txHash)
      }),
    statusOf: ({ nonce, txHash }) =>
      TE.fromIO((): ChainTransactionStatus => {
        const transaction = mined[nonce]
        if (transaction === undefined || !isSettled(transaction)) return { type: 'waiting' }
        if (transaction.txHash !== txHash) return { type: 'failed', reason: 'superseded' }
        return transaction.succeeded ? { type: 'paid', gasUsed: 90_000 } : { type: 'failed', reason: 'reverted' }
      }),
  }
  const unreachable: Chain = {
    acceptsAddress: () => TE.left(unreachableFailure),
    sign: () => TE.left(unreachableFailure),
    send: () => TE.left(unreachableFailure),
    statusOf: () => TE.left(unreachableFailure),
  }
  return {
    chain,
    reopen: () => chain,
    balanceOf: (address) => Promise.resolve(balanceOf(address)),
    mine,
    spendByHand: ({ nonce }) => Promise.resolve(void waiting.set(nonce, null)),
    give: (amount) => Promise.resolve(void balances.set(sender, balanceOf(sender) + amount)),
    take: (amount) => Promise.resolve(void balances.set(sender, balanceOf(sender) - amount)),
    newAddress: () => hex(20),
    rejectedAddress: () => rejectedAddress,
    unreachable: () => unreachable,
    onAnotherChain: () => unreachable,
  }
}

const unreachableFailure: ChainFailure = { type: 'Unavailable', cause: new Error('the chain is unreachable') }
const unavailable = (reason: string) =>
  ({ _tag: 'Left', left: { type: 'Unavailable', cause: new Error(reason) } satisfies ChainFailure }) as const
