import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Chain, ChainFailure, SignedTransaction } from '../../../application/ava/ports.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'

/** A company wallet on a chain; transactions settle after two blocks. */
export interface ChainUnderTest {
  readonly chain: Chain
  /** The same wallet in another process. */
  readonly again: () => Chain
  /** Whole AVA. */
  readonly balanceOf: (address: string) => Promise<number>
  readonly mine: (blocks: number) => Promise<void>
  /** The wallet sends a different transaction with the same nonce. */
  readonly spendByHand: (transaction: SignedTransaction) => Promise<void>
  readonly give: (amount: number) => Promise<void>
  readonly take: (amount: number) => Promise<void>
  /** An address that has never been paid. */
  readonly someone: () => string
  /** An address the token rejects. */
  readonly barred: () => string
  readonly unreachable: () => Chain
  readonly ofAnotherChain: () => Chain
}

export type Promises = Readonly<Record<string, (bank: ChainUnderTest) => Promise<void>>>

const ok = async <A>(work: TE.TaskEither<ChainFailure, A>): Promise<A> => {
  const outcome = await work()
  if (E.isLeft(outcome)) throw new Error('expected success', { cause: outcome.left.cause })
  return outcome.right
}
const batch = () => `2026-11-21-${randomUUID()}`
const sent = async ({ chain }: ChainUnderTest, batchId: string, payments: Parameters<Chain['sign']>[1]) => {
  const signed = await ok(chain.sign(batchId, payments))
  await ok(chain.send(signed))
  return signed
}

const paying: Promises = {
  'B-34, C-23: pays the whole batch in one transaction': async (bank) => {
    await bank.give(30)
    const [ana, rosa] = [bank.someone(), bank.someone()]
    const signed = await sent(bank, batch(), [
      { to: ana, amount: 12 },
      { to: rosa, amount: 18 },
    ])
    await bank.mine(2)
    expect([await bank.balanceOf(ana), await bank.balanceOf(rosa)]).toEqual([12, 18])
    const fate = await ok(bank.chain.statusOf(signed))
    expect(fate).toEqual({ type: 'paid', gasUsed: expect.any(Number) })
  },

  'signs without sending': async (bank) => {
    await bank.give(10)
    const ana = bank.someone()
    await ok(bank.chain.sign(batch(), [{ to: ana, amount: 10 }]))
    await bank.mine(3)
    expect(await bank.balanceOf(ana)).toBe(0)
  },

  'returns the hash by which a transaction can be found': async (bank) => {
    await bank.give(10)
    const signed = await sent(bank, batch(), [{ to: bank.someone(), amount: 10 }])
    const { chainId, sender, nonce, txHash } = signed
    await bank.mine(2)
    expect(await ok(bank.again().statusOf({ chainId, sender, nonce, txHash }))).toMatchObject({ type: 'paid' })
  },

  'Q-70: pays an address in any letter case, which is only a checksum': async (bank) => {
    await bank.give(10)
    const ana = bank.someone()
    const otherwise = ana.replace(/[a-f]/gi, (digit) => (digit > 'Z' ? digit.toUpperCase() : digit.toLowerCase()))
    await sent(bank, batch(), [{ to: otherwise, amount: 10 }])
    await bank.mine(2)
    expect(await bank.balanceOf(ana)).toBe(10)
  },

  'reports a transaction as paid only when it is mined deep enough': async (bank) => {
    await bank.give(10)
    const signed = await sent(bank, batch(), [{ to: bank.someone(), amount: 10 }])
    expect(await ok(bank.chain.statusOf(signed))).toEqual({ type: 'waiting' })
    await bank.mine(1)
    expect(await ok(bank.chain.statusOf(signed))).toEqual({ type: 'waiting' })
    await bank.mine(1)
    expect(await ok(bank.chain.statusOf(signed))).toMatchObject({ type: 'paid' })
  },
}

const once: Promises = {
  'Q-71: pays once however often the same transaction is sent, before and after mining': async (bank) => {
    await bank.give(30)
    const ana = bank.someone()
    const signed = await sent(bank, batch(), [{ to: ana, amount: 10 }])
    await ok(bank.again().send(signed))
    await bank.mine(2)
    await ok(bank.again().send(signed))
    await bank.mine(2)
    expect(await bank.balanceOf(ana)).toBe(10)
    expect(await ok(bank.chain.statusOf(signed))).toMatchObject({ type: 'paid' })
  },

  'Q-71: refuses to sign for a paid batch': async (bank) => {
    await bank.give(30)
    const batchId = batch()
    await sent(bank, batchId, [{ to: bank.someone(), amount: 10 }])
    await bank.mine(1)
    expect(await bank.again().sign(batchId, [{ to: bank.someone(), amount: 10 }])()).toMatchObject({
      left: { type: 'Unavailable' },
    })
  },

  'Q-71: pays only one of two transactions signed for the same batch': async (bank) => {
    await bank.give(30)
    const [batchId, ana] = [batch(), bank.someone()]
    const first = await ok(bank.chain.sign(batchId, [{ to: ana, amount: 10 }]))
    await bank.spendByHand(first)
    const second = await sent(bank, batchId, [{ to: ana, amount: 10 }])
    await bank.chain.send(first)()
    await bank.mine(2)
    expect(await bank.balanceOf(ana)).toBe(10)
    expect(await ok(bank.chain.statusOf(first))).toEqual({ type: 'failed', reason: 'superseded' })
    expect(await ok(bank.chain.statusOf(second))).toMatchObject({ type: 'paid' })
  },
}

const failing: Promises = {
  'abandons a transaction only when its nonce is used, two blocks deep': async (bank) => {
    await bank.give(10)
    const signed = await ok(bank.chain.sign(batch(), [{ to: bank.someone(), amount: 10 }]))
    expect(await ok(bank.chain.statusOf(signed))).toEqual({ type: 'waiting' })
    await bank.spendByHand(signed)
    await bank.mine(1)
    expect(await ok(bank.chain.statusOf(signed))).toEqual({ type: 'waiting' })
    await bank.mine(1)
    expect(await ok(bank.chain.statusOf(signed))).toEqual({ type: 'failed', reason: 'superseded' })
  },

  'reports a reverted transaction and pays with another': async (bank) => {
    await bank.give(20)
    const [batchId, ana, rosa] = [batch(), bank.someone(), bank.someone()]
    const payments = [ana, rosa].map((to) => ({ to, amount: 10 }))
    const undone = await ok(bank.chain.sign(batchId, payments))
    await bank.take(5)
    await ok(bank.chain.send(undone))
    await bank.mine(1)
    expect(await ok(bank.chain.statusOf(undone))).toEqual({ type: 'waiting' })
    await bank.mine(1)
    expect(await ok(bank.chain.statusOf(undone))).toEqual({ type: 'failed', reason: 'reverted' })
    expect([await bank.balanceOf(ana), await bank.balanceOf(rosa)]).toEqual([0, 0])
    await bank.give(5)
    const again = await sent(bank, batchId, payments)
    await bank.mine(2)
    expect(await ok(bank.chain.statusOf(again))).toMatchObject({ type: 'paid' })
    expect([await bank.balanceOf(ana), await bank.balanceOf(rosa)]).toEqual([10, 10])
  },

  'refuses to sign what the wallet cannot pay in full': async (bank) => {
    await bank.give(10)
    const [ana, rosa] = [bank.someone(), bank.someone()]
    const dear = [
      { to: ana, amount: 10 },
      { to: rosa, amount: 1 },
    ]
    expect(await bank.chain.sign(batch(), dear)()).toMatchObject({ left: { type: 'Unavailable' } })
    const signed = await sent(bank, batch(), [{ to: rosa, amount: 10 }])
    await bank.mine(2)
    expect(await ok(bank.chain.statusOf(signed))).toMatchObject({ type: 'paid' })
    expect([await bank.balanceOf(ana), await bank.balanceOf(rosa)]).toEqual([0, 10])
  },

  'reports addresses it cannot pay, whatever the balance': async (bank) => {
    const [ana, barred] = [bank.someone(), bank.barred()]
    for (const amount of [0, 10]) {
      await bank.give(amount)
      expect([await ok(bank.chain.acceptsAddress(ana)), await ok(bank.chain.acceptsAddress(barred))]).toEqual([
        true,
        false,
      ])
    }
    const payments = [ana, barred].map((to) => ({ to, amount: 5 }))
    expect(await bank.chain.sign(batch(), payments)()).toMatchObject({ left: { type: 'Unavailable' } })
    await bank.mine(2)
    expect(await bank.balanceOf(ana)).toBe(0)
  },

  'fails without revealing names when unreachable or on the wrong chain': async (bank) => {
    const ana = bank.someone()
    const signed = { chainId: 31_337, sender: ana, nonce: 0, txHash: `0x${'ab'.repeat(32)}`, signed: '0x02' }
    for (const chain of [bank.unreachable(), bank.ofAnotherChain()])
      for (const asked of [
        chain.acceptsAddress(ana),
        chain.sign(batch(), [{ to: ana, amount: 1 }]),
        chain.statusOf(signed),
      ]) {
        const outcome = await asked()
        expect(outcome).toMatchObject({ left: { type: 'Unavailable' } })
        expect(said(outcome)).not.toMatch(new RegExp(ana.slice(2), 'i'))
      }
    const { left } = (await bank.chain.sign(batch(), [{ to: ana, amount: 1_000_000 }])()) as { left: ChainFailure }
    expect(said({ left })).not.toMatch(/0x/i)
  },
}

const said = (outcome: object) => {
  const cause = ((outcome as { left?: ChainFailure }).left?.cause ?? '') as Error
  return `${cause.message} ${cause.stack} ${JSON.stringify(cause)}`
}

/** The contract of every payout chain. */
export const promises: Promises = { ...paying, ...once, ...failing }

export const chainContract = (adapter: string, bank: () => Promise<ChainUnderTest>) =>
  describe(`${adapter} fulfils the chain contract`, () => {
    it.each(Object.entries(promises))('%s', async (_, check) => check(await bank()))
  })
