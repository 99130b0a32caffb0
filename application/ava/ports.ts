import type { TE } from '../../domain/kernel/fp.ts'

/** The chain cannot be asked, or will not. `cause` is a word of ours: what a node says may name people's addresses. */
export type ChainFailure = { readonly type: 'Unavailable'; readonly cause: unknown }

type ChainResult<A> = TE.TaskEither<ChainFailure, A>

export interface Payment {
  readonly to: string
  /** Whole AVA. */
  readonly amount: number
}

/** How a transaction is found again, by whoever and whenever. */
export interface TransactionRef {
  readonly chainId: number
  readonly sender: string
  readonly nonce: number
  readonly txHash: string
}

export interface SignedTransaction extends TransactionRef {
  readonly signed: string
}

export type TransactionStatus =
  /** Nowhere to be seen, or not deep enough yet. */
  | { readonly type: 'waiting' }
  | { readonly type: 'paid'; readonly gasUsed: number | null }
  /** It will never pay. */
  | { readonly type: 'failed'; readonly reason: 'reverted' | 'superseded' }

/** The way out of the ledger: AVA as tokens, many payments in one transaction. */
export interface Chain {
  /** False of an address the token refuses, its own for one. What the wallet lacks counts against no address. */
  readonly acceptsAddress: (address: string) => ChainResult<boolean>
  /** Nothing leaves. One batch is paid once, however many transactions are signed for it. */
  readonly sign: (batchId: string, payments: readonly Payment[]) => ChainResult<SignedTransaction>
  /** Sent again, a transaction is still one. */
  readonly send: (transaction: SignedTransaction) => ChainResult<void>
  readonly statusOf: (transaction: TransactionRef) => ChainResult<TransactionStatus>
}

/** Shown once, to one person, and kept nowhere. */
export interface GeneratedWallet {
  readonly address: string
  readonly privateKey: string
  readonly mnemonic: string
}

export interface WalletBalances {
  /** Whole AVA. */
  readonly ava: number
  /** There is something of the chain's own coin, which its fees are paid in. */
  readonly fees: boolean
}

/** The company's wallet, looked at; and keys for one it does not have yet. */
export interface CompanySigner {
  /** Null while none is configured. */
  readonly configured: {
    readonly address: () => Promise<string>
    readonly holdings: ChainResult<WalletBalances>
  } | null
  readonly generate: () => Promise<GeneratedWallet>
}
