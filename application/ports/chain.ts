import type { TE } from '../../domain/kernel/fp.ts'

/** The chain cannot be asked, or will not. `cause` is a word of ours: what a node says may name people's addresses. */
export type ChainFailure = { readonly type: 'Unavailable'; readonly cause: unknown }

type Answer<A> = TE.TaskEither<ChainFailure, A>

export interface Payment {
  readonly to: string
  /** Whole AVA. */
  readonly amount: number
}

/** How a transaction is found again, by whoever and whenever. */
export interface TransactionName {
  readonly chainId: number
  readonly sender: string
  readonly nonce: number
  readonly txHash: string
}

export interface SignedTransaction extends TransactionName {
  readonly signed: string
}

export type Fate =
  /** Nowhere to be seen, or not deep enough yet. */
  | { readonly type: 'waiting' }
  | { readonly type: 'paid'; readonly gasUsed: number | null }
  /** It will never pay. */
  | { readonly type: 'failed'; readonly reason: 'reverted' | 'superseded' }

/** The way out of the ledger: AVA as tokens, many payments in one transaction. */
export interface Chain {
  /** False of an address the token refuses, its own for one. What the wallet lacks counts against no address. */
  readonly reaches: (address: string) => Answer<boolean>
  /** Nothing leaves. One batch is paid once, however many transactions are signed for it. */
  readonly sign: (batchId: string, payments: readonly Payment[]) => Answer<SignedTransaction>
  /** Sent again, a transaction is still one. */
  readonly send: (transaction: SignedTransaction) => Answer<void>
  readonly fateOf: (transaction: TransactionName) => Answer<Fate>
}

/** Shown once, to one person, and kept nowhere. */
export interface GeneratedWallet {
  readonly address: string
  readonly privateKey: string
  readonly mnemonic: string
}

export interface Holdings {
  /** Whole AVA. */
  readonly ava: number
  /** There is something of the chain's own coin, which its fees are paid in. */
  readonly fees: boolean
}

/** The company's wallet, looked at; and keys for one it does not have yet. */
export interface Purse {
  /** Null while none is configured. */
  readonly own: { readonly address: () => Promise<string>; readonly holdings: Answer<Holdings> } | null
  readonly generate: () => Promise<GeneratedWallet>
}
