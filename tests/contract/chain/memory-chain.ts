import { randomBytes } from 'node:crypto'
import type {
  Chain,
  ChainFailure,
  Payment,
  SignedTransaction,
  TransactionStatus,
} from '../../../application/ava/ports.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { ChainUnderTest } from './chain.contract.ts'

const chainId = 31_337
const settledAt = 2
const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`

interface Meant {
  readonly batchId: string
  readonly payments: readonly Payment[]
}
interface Mined {
  readonly txHash: string | null
  readonly block: number
  readonly good: boolean
}

/** The simplest chain that fulfils the contract: one wallet with sequential nonces. */
export const memoryChain = (): ChainUnderTest => {
  const sender = hex(20)
  const balances = new Map([[sender, 0]])
  const paid = new Set<string>()
  const waiting = new Map<number, string | null>()
  const mined: Mined[] = []
  let height = 0
  const of = (address: string) => balances.get(address.toLowerCase()) ?? 0
  const total = ({ payments }: Meant) => payments.reduce((sum, { amount }) => sum + amount, 0)
  const barred = hex(20)
  const isGood = (meant: Meant) =>
    !paid.has(meant.batchId) && total(meant) <= of(sender) && meant.payments.every(({ to }) => to !== barred)
  const meanings = new Map<string, Meant>()

  const execute = (txHash: string | null): boolean => {
    const meant = txHash === null ? undefined : meanings.get(txHash)
    if (meant === undefined) return true
    if (!isGood(meant)) return false
    paid.add(meant.batchId)
    for (const { to, amount } of meant.payments) {
      balances.set(sender, of(sender) - amount)
      balances.set(to.toLowerCase(), of(to) + amount)
    }
    return true
  }

  const mine = async (blocks: number) => {
    for (let n = 0; n < blocks; n++) {
      height++
      for (let txHash = waiting.get(mined.length); txHash !== undefined; txHash = waiting.get(mined.length)) {
        waiting.delete(mined.length)
        mined.push({ txHash, block: height, good: execute(txHash) })
      }
    }
    return Promise.resolve()
  }
  const nextNonce = () => {
    let nonce = mined.length
    while (waiting.has(nonce)) nonce++
    return nonce
  }
  const isSettled = ({ block }: Mined) => height - block + 1 >= settledAt

  const chain: Chain = {
    acceptsAddress: (address) => TE.right(address !== barred),
    sign: (batchId, payments) =>
      TE.fromIOEither(() => {
        const meant = { batchId, payments }
        if (!isGood(meant)) return refused('the transfer would fail')
        const transaction: SignedTransaction = { chainId, sender, nonce: nextNonce(), txHash: hex(32), signed: hex(90) }
        meanings.set(transaction.txHash, meant)
        return { _tag: 'Right', right: transaction }
      }),
    send: ({ nonce, txHash }) =>
      TE.fromIO(() => {
        if (nonce >= mined.length && !waiting.has(nonce)) waiting.set(nonce, txHash)
      }),
    statusOf: ({ nonce, txHash }) =>
      TE.fromIO((): TransactionStatus => {
        const place = mined[nonce]
        if (place === undefined || !isSettled(place)) return { type: 'waiting' }
        if (place.txHash !== txHash) return { type: 'failed', reason: 'superseded' }
        return place.good ? { type: 'paid', gasUsed: 90_000 } : { type: 'failed', reason: 'reverted' }
      }),
  }
  const nowhere: Chain = {
    acceptsAddress: () => TE.left(outOfReach),
    sign: () => TE.left(outOfReach),
    send: () => TE.left(outOfReach),
    statusOf: () => TE.left(outOfReach),
  }
  return {
    chain,
    again: () => chain,
    balanceOf: (address) => Promise.resolve(of(address)),
    mine,
    spendByHand: ({ nonce }) => Promise.resolve(void waiting.set(nonce, null)),
    give: (amount) => Promise.resolve(void balances.set(sender, of(sender) + amount)),
    take: (amount) => Promise.resolve(void balances.set(sender, of(sender) - amount)),
    someone: () => hex(20),
    barred: () => barred,
    unreachable: () => nowhere,
    ofAnotherChain: () => nowhere,
  }
}

const outOfReach: ChainFailure = { type: 'Unavailable', cause: new Error('the chain is out of reach') }
const refused = (why: string) =>
  ({ _tag: 'Left', left: { type: 'Unavailable', cause: new Error(why) } satisfies ChainFailure }) as const
