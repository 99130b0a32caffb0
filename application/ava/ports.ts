import type { ChainTransactionFailure } from '../../domain/ava/vocabulary.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { Day } from '../../domain/kernel/primitives.ts'

/** Its message contains nothing from the node, which may include personal addresses, so it may be logged. */
export class ChainError extends Error {}

/** The chain is unreachable or refused. */
export type ChainFailure = { readonly type: 'Unavailable'; readonly cause: ChainError }

type ChainResult<A> = TE.TaskEither<ChainFailure, A>

export interface Payment {
  readonly to: string
  /** Whole AVA. */
  readonly amount: number
}

/** Identifies a transaction on the chain. */
export interface ChainTransactionRef {
  readonly chainId: number
  readonly sender: string
  readonly nonce: number
  readonly txHash: string
}

export interface SignedTransaction extends ChainTransactionRef {
  readonly signed: string
}

export type ChainTransactionStatus =
  /** Unknown to the chain, or without enough confirmations. */
  | { readonly type: 'waiting' }
  | { readonly type: 'paid'; readonly gasUsed: number | null }
  /** The transaction will never pay. */
  | { readonly type: 'failed'; readonly reason: ChainTransactionFailure }

/** Pays AVA as tokens, many payments in one transaction. */
export interface Chain {
  /** False if the token refuses the address, for example its own. A lack of funds does not matter. */
  readonly acceptsAddress: (address: string) => ChainResult<boolean>
  /** Signs without sending. The contract pays a batch once, however many transactions are signed for it. */
  readonly sign: (batchId: string, payments: readonly Payment[]) => ChainResult<SignedTransaction>
  /** Idempotent: a transaction sent again pays once. */
  readonly send: (transaction: SignedTransaction) => ChainResult<void>
  readonly statusOf: (transaction: ChainTransactionRef) => ChainResult<ChainTransactionStatus>
}

/** A change of a payout address, as named by the link that undoes it. */
export interface PayoutAddressChange {
  readonly accountId: string
  readonly changeId: string
}

/** Tokens of links that undo a change of the payout address; they contain no readable id. @rule Q-127 */
export interface PayoutUndoTokens {
  readonly issue: (change: PayoutAddressChange) => string
  /** Null unless issued here. */
  readonly read: (token: string) => PayoutAddressChange | null
}

/** Shown once to one administrator and stored nowhere. */
export interface GeneratedWallet {
  readonly address: string
  readonly privateKey: string
  readonly mnemonic: string
}

export interface WalletBalances {
  /** Whole AVA. */
  readonly ava: number
  /** Whether the wallet holds the chain's currency, needed for fees. */
  readonly canPayFees: boolean
}

/** Reads the company wallet and generates keys for a new one. @rule Q-14 */
export interface CompanyWalletReader {
  /** Null if no wallet is configured. */
  readonly configured: {
    readonly address: string
    readonly balances: ChainResult<WalletBalances>
  } | null
  readonly generate: () => Promise<GeneratedWallet>
}

/** Whether the checksum of a payout address contradicts it. @rule Q-127 */
export type MistypedAddressCheck = (address: string) => boolean

/** What Garbo owes in AVA on a day. Whole AVA. */
export interface LiabilityTree {
  readonly date: Day
  /** Sum of all balances: available, maturing, and reserved for a payout. */
  readonly total: number
  /** Root of the Merkle sum tree, lower-case hex. */
  readonly root: string
  /** On chain; null without a company wallet, or while the chain was unreachable. */
  readonly companyBalance: number | null
}

/** Node next to the path from a leaf to the root. */
export interface LiabilityStep {
  readonly side: 'left' | 'right'
  /** Lower-case hex. */
  readonly hash: string
  readonly sum: number
}

/**
 * Proves that a balance is in the total of a day. A leaf is SHA-256(0x00 ‖ nonce ‖ sum), a node SHA-256(0x01 ‖ left hash ‖
 * left sum ‖ right hash ‖ right sum), sums as unsigned integers of 64 bits, big-endian.
 */
export interface LiabilityProof extends Pick<LiabilityTree, 'date' | 'root' | 'total'> {
  /** The nonce, 32 bytes in lower-case hex, keeps others from trying balances. */
  readonly leaf: { readonly sum: number; readonly nonce: string }
  readonly leafHash: string
  /** From the leaf to the root. */
  readonly path: readonly LiabilityStep[]
}

export interface LiabilityTrees {
  /** Null before the first. */
  readonly latest: () => Promise<LiabilityTree | null>
  /** Makes the tree of the day unless it exists, from the balances of the accounts that are not deleted. */
  readonly make: (date: Day) => Promise<LiabilityTree>
  /** In the newest tree; null if the account is not in it. */
  readonly proofOf: (accountId: string) => Promise<LiabilityProof | null>
}
