import { describe, expect, it } from 'vitest'
import type { Chain, Payment, SignedTransaction } from '../../../application/ava/ports.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { chainContract, type ChainUnderTest, guarantees } from './chain.contract.ts'
import { memoryChain } from './memory-chain.ts'

chainContract('memory', () => Promise.resolve(memoryChain()))

const liars: Readonly<Record<string, (honest: Chain, wallet: ChainUnderTest) => Partial<Chain>>> = {
  'sends nothing': () => ({ send: () => TE.right(undefined) }),
  'sends transactions while signing them': ({ sign, send }) => ({
    sign: (...args) => TE.tap(send)(sign(...args)),
  }),
  'reports payment immediately': () => ({ statusOf: () => TE.right({ type: 'paid', gasUsed: 1 }) }),
  'never reports payment': () => ({ statusOf: () => TE.right({ type: 'waiting' }) }),
  'abandons unmined transactions': ({ statusOf }) => ({
    statusOf: (transaction) =>
      TE.map((status: { type: string }) =>
        status.type === 'waiting' ? ({ type: 'failed', reason: 'superseded' } as const) : (status as never),
      )(statusOf(transaction)),
  }),
  'accepts every address': () => ({ acceptsAddress: () => TE.right(true) }),
  'accepts no address': () => ({ acceptsAddress: () => TE.right(false) }),
  'pays only the first account': ({ sign }) => ({ sign: (batchId, payments) => sign(batchId, payments.slice(0, 1)) }),
  'does not bind a transaction to its batch': ({ sign }) => ({
    sign: (_, payments) => sign(`${Math.random()}`, payments),
  }),
  'pays again when a transaction is resent': ({ sign, send }) => {
    const paymentsOf = new Map<string, readonly Payment[]>()
    const sentHashes = new Set<string>()
    return {
      sign: (batchId, payments) =>
        TE.tapIO(
          ({ txHash }: SignedTransaction) =>
            () =>
              paymentsOf.set(txHash, payments),
        )(sign(batchId, payments)),
      send: (transaction) => {
        const { txHash } = transaction
        if (sentHashes.has(txHash)) return TE.flatMap(send)(sign(`${Math.random()}`, paymentsOf.get(txHash) ?? []))
        sentHashes.add(txHash)
        return send(transaction)
      },
    }
  },
  'signs without sufficient balance': ({ sign }) => ({
    sign: (batchId, payments) =>
      TE.orElse(() =>
        TE.right<never, SignedTransaction>({ chainId: 1, sender: 'us', nonce: 0, txHash: '0x', signed: '0x' }),
      )(sign(batchId, payments)),
  }),
  'distinguishes the letter case of addresses': ({ sign }) => ({
    sign: (batchId, payments) =>
      payments.some(({ to }) => /[A-F]/.test(to))
        ? TE.left({ type: 'Unavailable', cause: new Error('bad address checksum') })
        : sign(batchId, payments),
  }),
  'reveals addresses in failures': () => ({
    sign: (_, payments) => TE.left({ type: 'Unavailable', cause: new Error(`not to ${payments[0]?.to}`) }),
  }),
}

const keeps = async (guarantee: string, liar: string): Promise<boolean> => {
  const honest = memoryChain()
  const chain = { ...honest.chain, ...liars[liar]?.(honest.chain, honest) }
  try {
    await guarantees[guarantee]?.({ ...honest, chain, reopen: () => chain })
    return true
  } catch {
    return false
  }
}

describe('the chain contract', () => {
  it.each(Object.keys(liars))('detects a chain that %s', async (liar) => {
    const verdicts = await Promise.all(Object.keys(guarantees).map((guarantee) => keeps(guarantee, liar)))
    expect(verdicts).toContain(false)
  })
})
