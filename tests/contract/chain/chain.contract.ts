import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Chain, ChainFailure, SignedTransaction } from '../../../application/ava/ports.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'

/** A company wallet on a chain; transactions settle after two blocks. */
export interface ChainUnderTest {
  readonly chain: Chain
  /** The same wallet in another process. */
  readonly reopen: () => Chain
  /** Balance in whole AVA. */
  readonly balanceOf: (address: string) => Promise<number>
  readonly mine: (blocks: number) => Promise<void>
  /** Sends a different transaction with the same nonce from the wallet. */
  readonly spendByHand: (transaction: SignedTransaction) => Promise<void>
  readonly give: (amount: number) => Promise<void>
  readonly take: (amount: number) => Promise<void>
  /** An address that has never been paid. */
  readonly newAddress: () => string
  /** An address the token rejects. */
  readonly rejectedAddress: () => string
  readonly unreachable: () => Chain
  readonly onAnotherChain: () => Chain
}

export type Guarantees = Readonly<Record<string, (wallet: ChainUnderTest) => Promise<void>>>

const orThrow = async <A>(work: TE.TaskEither<ChainFailure, A>): Promise<A> => {
  const outcome = await work()
  if (E.isLeft(outcome)) throw new Error('expected success', { cause: outcome.left.cause })
  return outcome.right
}
const newBatchId = () => `2026-11-21-${randomUUID()}`
const signAndSend = async ({ chain }: ChainUnderTest, batchId: string, payments: Parameters<Chain['sign']>[1]) => {
  const signed = await orThrow(chain.sign(batchId, payments))
  await orThrow(chain.send(signed))
  return signed
}

const paying: Guarantees = {
  'B-34, C-23: pays the whole batch in one transaction': async (wallet) => {
    await wallet.give(30)
    const [ana, rosa] = [wallet.newAddress(), wallet.newAddress()]
    const signed = await signAndSend(wallet, newBatchId(), [
      { to: ana, amount: 12 },
      { to: rosa, amount: 18 },
    ])
    await wallet.mine(2)
    expect([await wallet.balanceOf(ana), await wallet.balanceOf(rosa)]).toEqual([12, 18])
    const status = await orThrow(wallet.chain.statusOf(signed))
    expect(status).toEqual({ type: 'paid', gasUsed: expect.any(Number) })
  },

  'signs without sending': async (wallet) => {
    await wallet.give(10)
    const ana = wallet.newAddress()
    await orThrow(wallet.chain.sign(newBatchId(), [{ to: ana, amount: 10 }]))
    await wallet.mine(3)
    expect(await wallet.balanceOf(ana)).toBe(0)
  },

  'returns the hash by which a transaction can be found': async (wallet) => {
    await wallet.give(10)
    const signed = await signAndSend(wallet, newBatchId(), [{ to: wallet.newAddress(), amount: 10 }])
    const { chainId, sender, nonce, txHash } = signed
    await wallet.mine(2)
    expect(await orThrow(wallet.reopen().statusOf({ chainId, sender, nonce, txHash }))).toMatchObject({ type: 'paid' })
  },

  'Q-70: pays an address in any letter case, which is only a checksum': async (wallet) => {
    await wallet.give(10)
    const ana = wallet.newAddress()
    const otherCase = ana.replace(/[a-f]/gi, (digit) => (digit > 'Z' ? digit.toUpperCase() : digit.toLowerCase()))
    await signAndSend(wallet, newBatchId(), [{ to: otherCase, amount: 10 }])
    await wallet.mine(2)
    expect(await wallet.balanceOf(ana)).toBe(10)
  },

  'reports a transaction as paid only after two blocks': async (wallet) => {
    await wallet.give(10)
    const signed = await signAndSend(wallet, newBatchId(), [{ to: wallet.newAddress(), amount: 10 }])
    expect(await orThrow(wallet.chain.statusOf(signed))).toEqual({ type: 'waiting' })
    await wallet.mine(1)
    expect(await orThrow(wallet.chain.statusOf(signed))).toEqual({ type: 'waiting' })
    await wallet.mine(1)
    expect(await orThrow(wallet.chain.statusOf(signed))).toMatchObject({ type: 'paid' })
  },
}

const payingOnce: Guarantees = {
  'Q-71: pays once when the same transaction is sent again, before or after mining': async (wallet) => {
    await wallet.give(30)
    const ana = wallet.newAddress()
    const signed = await signAndSend(wallet, newBatchId(), [{ to: ana, amount: 10 }])
    await orThrow(wallet.reopen().send(signed))
    await wallet.mine(2)
    await orThrow(wallet.reopen().send(signed))
    await wallet.mine(2)
    expect(await wallet.balanceOf(ana)).toBe(10)
    expect(await orThrow(wallet.chain.statusOf(signed))).toMatchObject({ type: 'paid' })
  },

  'Q-71: refuses to sign for a paid batch': async (wallet) => {
    await wallet.give(30)
    const batchId = newBatchId()
    await signAndSend(wallet, batchId, [{ to: wallet.newAddress(), amount: 10 }])
    await wallet.mine(1)
    expect(await wallet.reopen().sign(batchId, [{ to: wallet.newAddress(), amount: 10 }])()).toMatchObject({
      left: { type: 'Unavailable' },
    })
  },

  'Q-71: pays only one of two transactions signed for the same batch': async (wallet) => {
    await wallet.give(30)
    const [batchId, ana] = [newBatchId(), wallet.newAddress()]
    const first = await orThrow(wallet.chain.sign(batchId, [{ to: ana, amount: 10 }]))
    await wallet.spendByHand(first)
    const second = await signAndSend(wallet, batchId, [{ to: ana, amount: 10 }])
    await wallet.chain.send(first)()
    await wallet.mine(2)
    expect(await wallet.balanceOf(ana)).toBe(10)
    expect(await orThrow(wallet.chain.statusOf(first))).toEqual({ type: 'failed', reason: 'superseded' })
    expect(await orThrow(wallet.chain.statusOf(second))).toMatchObject({ type: 'paid' })
  },
}

const failing: Guarantees = {
  'abandons a transaction only when its nonce is used, two blocks deep': async (wallet) => {
    await wallet.give(10)
    const signed = await orThrow(wallet.chain.sign(newBatchId(), [{ to: wallet.newAddress(), amount: 10 }]))
    expect(await orThrow(wallet.chain.statusOf(signed))).toEqual({ type: 'waiting' })
    await wallet.spendByHand(signed)
    await wallet.mine(1)
    expect(await orThrow(wallet.chain.statusOf(signed))).toEqual({ type: 'waiting' })
    await wallet.mine(1)
    expect(await orThrow(wallet.chain.statusOf(signed))).toEqual({ type: 'failed', reason: 'superseded' })
  },

  'reports a reverted transaction and pays with another': async (wallet) => {
    await wallet.give(20)
    const [batchId, ana, rosa] = [newBatchId(), wallet.newAddress(), wallet.newAddress()]
    const payments = [ana, rosa].map((to) => ({ to, amount: 10 }))
    const reverted = await orThrow(wallet.chain.sign(batchId, payments))
    await wallet.take(5)
    await orThrow(wallet.chain.send(reverted))
    await wallet.mine(1)
    expect(await orThrow(wallet.chain.statusOf(reverted))).toEqual({ type: 'waiting' })
    await wallet.mine(1)
    expect(await orThrow(wallet.chain.statusOf(reverted))).toEqual({ type: 'failed', reason: 'reverted' })
    expect([await wallet.balanceOf(ana), await wallet.balanceOf(rosa)]).toEqual([0, 0])
    await wallet.give(5)
    const retried = await signAndSend(wallet, batchId, payments)
    await wallet.mine(2)
    expect(await orThrow(wallet.chain.statusOf(retried))).toMatchObject({ type: 'paid' })
    expect([await wallet.balanceOf(ana), await wallet.balanceOf(rosa)]).toEqual([10, 10])
  },

  'refuses to sign payments that the wallet cannot pay in full': async (wallet) => {
    await wallet.give(10)
    const [ana, rosa] = [wallet.newAddress(), wallet.newAddress()]
    const tooExpensive = [
      { to: ana, amount: 10 },
      { to: rosa, amount: 1 },
    ]
    expect(await wallet.chain.sign(newBatchId(), tooExpensive)()).toMatchObject({ left: { type: 'Unavailable' } })
    const signed = await signAndSend(wallet, newBatchId(), [{ to: rosa, amount: 10 }])
    await wallet.mine(2)
    expect(await orThrow(wallet.chain.statusOf(signed))).toMatchObject({ type: 'paid' })
    expect([await wallet.balanceOf(ana), await wallet.balanceOf(rosa)]).toEqual([0, 10])
  },

  'reports addresses that it cannot pay, regardless of the balance': async (wallet) => {
    const [ana, rejectedAddress] = [wallet.newAddress(), wallet.rejectedAddress()]
    for (const amount of [0, 10]) {
      await wallet.give(amount)
      expect([
        await orThrow(wallet.chain.acceptsAddress(ana)),
        await orThrow(wallet.chain.acceptsAddress(rejectedAddress)),
      ]).toEqual([true, false])
    }
    const payments = [ana, rejectedAddress].map((to) => ({ to, amount: 5 }))
    expect(await wallet.chain.sign(newBatchId(), payments)()).toMatchObject({ left: { type: 'Unavailable' } })
    await wallet.mine(2)
    expect(await wallet.balanceOf(ana)).toBe(0)
  },

  'fails without revealing an address when unreachable or on the wrong chain': async (wallet) => {
    const ana = wallet.newAddress()
    const signed = { chainId: 31_337, sender: ana, nonce: 0, txHash: `0x${'ab'.repeat(32)}`, signed: '0x02' }
    for (const chain of [wallet.unreachable(), wallet.onAnotherChain()])
      for (const request of [
        chain.acceptsAddress(ana),
        chain.sign(newBatchId(), [{ to: ana, amount: 1 }]),
        chain.statusOf(signed),
      ]) {
        const outcome = await request()
        expect(outcome).toMatchObject({ left: { type: 'Unavailable' } })
        expect(describeFailure(outcome)).not.toMatch(new RegExp(ana.slice(2), 'i'))
      }
    const { left } = (await wallet.chain.sign(newBatchId(), [{ to: ana, amount: 1_000_000 }])()) as {
      left: ChainFailure
    }
    expect(describeFailure({ left })).not.toMatch(/0x/i)
  },
}

const describeFailure = (outcome: object) => {
  const cause = ((outcome as { left?: ChainFailure }).left?.cause ?? '') as Error
  return `${cause.message} ${cause.stack} ${JSON.stringify(cause)}`
}

/** The contract of every payout chain. */
export const guarantees: Guarantees = { ...paying, ...payingOnce, ...failing }

export const chainContract = (adapter: string, wallet: () => Promise<ChainUnderTest>) =>
  describe(`${adapter} fulfils the chain contract`, () => {
    it.each(Object.entries(guarantees))('%s', async (_, check) => check(await wallet()))
  })
