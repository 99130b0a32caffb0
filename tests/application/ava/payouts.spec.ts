import { describe, expect, it } from 'vitest'
import { type Chain, ChainError } from '../../../application/ava/ports.ts'
import { imposeSanction } from '../../../application/sanctions/sanctions.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { ChainUnderTest } from '../../contract/chain/chain.contract.ts'
import { unwrap } from '../../support/application.ts'
import { payoutScenario } from '../../support/ava/payout-scenario.ts'

const today = '2026-05-04'
const failingToSign = ({ chain, unreachable }: ChainUnderTest): Chain => ({ ...chain, sign: unreachable().sign })

describe('the daily payout', () => {
  it('B-34, C-23: pays all accounts that have reached their threshold in one transaction', async () => {
    const { earner, payOut, continuePayOut, testChain, walletOf, batch, app } = payoutScenario()
    const [ana, rosa, ugo] = [await earner('ana', 10), await earner('rosa', 32), await earner('ugo', 9)]
    await testChain.give(100)
    unwrap(await payOut())
    expect(await walletOf('rosa')).toMatchObject({ available: 0, reserved: 32 })
    expect(await batch(today)).toMatchObject({ status: 'open', attempts: [{ status: 'sent' }] })
    await testChain.mine(2)
    unwrap(await continuePayOut())
    expect([await testChain.balanceOf(ana), await testChain.balanceOf(rosa), await testChain.balanceOf(ugo)]).toEqual([
      10, 32, 0,
    ])
    expect(await app.events('PayoutTransactionSigned')).toHaveLength(1)
    expect(await walletOf('rosa')).toMatchObject({ available: 0, reserved: 0, payouts: [{ status: 'confirmed' }] })
    expect(await walletOf('ugo')).toMatchObject({ available: 9, payouts: [] })
  })

  it('Q-71, S-16: confirms nothing before the chain reports the transaction', async () => {
    const { earner, payOut, continuePayOut, testChain, walletOf } = payoutScenario()
    await earner('ana', 12)
    await testChain.give(12)
    unwrap(await payOut())
    await testChain.mine(1)
    unwrap(await continuePayOut())
    expect(await walletOf('ana')).toMatchObject({ reserved: 12, payouts: [{ status: 'pending', txHash: null }] })
    await testChain.mine(1)
    unwrap(await continuePayOut())
    expect(await walletOf('ana')).toMatchObject({ reserved: 0, payouts: [{ status: 'confirmed' }] })
  })

  it('Q-97: the access log names each paid account once, and who started the run', async () => {
    const { earner, payOut, continuePayOut, testChain, accesses } = payoutScenario()
    await Promise.all([earner('ana', 10), earner('rosa', 32), earner('ugo', 9)])
    await testChain.give(100)
    unwrap(await payOut())
    expect(accesses).toEqual([])
    await testChain.mine(2)
    unwrap(await continuePayOut())
    unwrap(await continuePayOut())
    const byTimer = { what: 'payout', why: 'payout-run', actor: null, role: 'SISTEMA' }
    expect(accesses).toMatchObject([byTimer, byTimer])
    expect(new Set(accesses.map(({ subject }) => subject))).toEqual(new Set(['ana', 'rosa']))
    await earner('ivo', 12)
    const admin = { id: 'elena', role: 'admin' } as const
    unwrap(await payOut(undefined, admin))
    await testChain.mine(2)
    unwrap(await payOut(undefined, admin))
    expect(accesses.at(-1)).toMatchObject({ what: 'payout', actor: 'elena', role: 'ADMIN', subject: 'ivo' })
  })

  it('destroys the key of the signed transaction after payment', async () => {
    const { earner, payOut, continuePayOut, testChain, erasedKeys } = payoutScenario()
    await earner('ana', 12)
    await testChain.give(12)
    unwrap(await payOut())
    expect(erasedKeys).toEqual([])
    await testChain.mine(2)
    unwrap(await continuePayOut())
    expect(erasedKeys).toEqual([today])
  })

  it('Q-71: stays pending when the chain becomes unreachable, and is paid once by a later run', async () => {
    const { earner, payOut, testChain, walletOf, batch, app } = payoutScenario()
    const ana = await earner('ana', 12)
    await testChain.give(50)
    expect(E.isLeft(await payOut(failingToSign(testChain)))).toBe(true)
    expect(await walletOf('ana')).toMatchObject({ available: 0, reserved: 12, payouts: [{ status: 'pending' }] })
    expect(await batch(today)).toMatchObject({ status: 'open', attempts: [] })
    unwrap(await payOut())
    await testChain.mine(2)
    unwrap(await payOut())
    expect(await testChain.balanceOf(ana)).toBe(12)
    expect(await app.events('PayoutReserved')).toHaveLength(1)
  })

  it('Q-71: debits no balance when the chain cannot be queried, and pays on a later run', async () => {
    const { earner, payOut, testChain, walletOf } = payoutScenario()
    const ana = await earner('ana', 12)
    await testChain.give(12)
    expect(E.isLeft(await payOut(testChain.unreachable()))).toBe(true)
    expect(await walletOf('ana')).toMatchObject({ available: 12, reserved: 0 })
    unwrap(await payOut())
    await testChain.mine(2)
    expect(await testChain.balanceOf(ana)).toBe(12)
  })

  it('Q-127: a new address is not paid during the hold, blocks nobody and is paid afterwards', async () => {
    const { earner, payOut, continuePayOut, run, setAddress, testChain, walletOf, app } = payoutScenario()
    const [ana] = [await earner('ana', 12), await earner('eva', 30)]
    const eva = testChain.newAddress()
    await run('eva', setAddress('eva', eva, 48))
    await testChain.give(100)
    unwrap(await payOut())
    await testChain.mine(2)
    unwrap(await continuePayOut())
    expect(await testChain.balanceOf(ana)).toBe(12)
    expect(await walletOf('eva')).toMatchObject({ available: 30, reserved: 0 })
    app.later(2)
    unwrap(await payOut())
    await testChain.mine(2)
    expect(await testChain.balanceOf(eva)).toBe(30)
  })

  it('Q-71: an address that the token rejects blocks no other payout and loses nothing', async () => {
    const { earner, payOut, continuePayOut, run, setAddress, testChain, walletOf } = payoutScenario()
    const [ana] = [await earner('ana', 12), await earner('eva', 30)]
    await run('eva', setAddress('eva', testChain.rejectedAddress()))
    await testChain.give(100)
    unwrap(await payOut())
    await testChain.mine(2)
    unwrap(await continuePayOut())
    expect(await testChain.balanceOf(ana)).toBe(12)
    expect(await walletOf('eva')).toMatchObject({ available: 30, reserved: 0 })
    const eva = testChain.newAddress()
    await run('eva', setAddress('eva', eva))
    unwrap(await payOut())
    await testChain.mine(2)
    expect(await testChain.balanceOf(eva)).toBe(30)
  })

  it('Q-71: replaces a transaction that can no longer pay with another for the same shares', async () => {
    const { earner, payOut, continuePayOut, testChain, batch } = payoutScenario()
    const [ana, rosa] = [await earner('ana', 12), await earner('rosa', 15)]
    await testChain.give(27)
    const unreachableForSending: Chain = {
      ...testChain.chain,
      send: () => TE.left({ type: 'Unavailable', cause: new ChainError('no node') }),
    }
    expect(E.isLeft(await payOut(unreachableForSending))).toBe(true)
    const { attempts } = await batch(today)
    await testChain.spendByHand(attempts[0] as never)
    await testChain.mine(2)
    unwrap(await continuePayOut())
    unwrap(await continuePayOut())
    await testChain.mine(2)
    unwrap(await continuePayOut())
    expect([await testChain.balanceOf(ana), await testChain.balanceOf(rosa)]).toEqual([12, 15])
    expect((await batch(today)).attempts.map(({ status }) => status)).toEqual(['failed', 'confirmed'])
  })

  it('plans no new batch before the previous one has ended, then a second one on the same day', async () => {
    const { earner, payOut, testChain, batch, app } = payoutScenario()
    await earner('ana', 12)
    await testChain.give(100)
    unwrap(await payOut())
    await earner('rosa', 20)
    unwrap(await payOut())
    expect(await app.events('PayoutBatchPlanned')).toHaveLength(1)
    await testChain.mine(2)
    unwrap(await payOut())
    expect(await batch(`${today}-2`)).toMatchObject({ status: 'open', accountIds: ['rosa'] })
  })

  it('plans nothing when no account qualifies', async () => {
    const { earner, payOut, app } = payoutScenario()
    await earner('ana', 9)
    unwrap(await payOut())
    expect(await app.events('PayoutBatchPlanned')).toEqual([])
  })

  it('B-35: withholds the balance of a suspended account without losing it', async () => {
    const { earner, payOut, testChain, walletOf, batch, app } = payoutScenario()
    await earner('ana', 12)
    await app.moderator('mario')
    const sanction = {
      sanctionId: 's1',
      accountId: 'ana',
      reason: 'SPAM',
      severity: 'PERMANENT',
      description: null,
    } as const
    unwrap(await app.as('mario', { access: { moderator: true }, run: imposeSanction }, sanction))
    await testChain.give(50)
    unwrap(await payOut())
    expect(await walletOf('ana')).toMatchObject({ available: 12, reserved: 0 })
    expect(await batch(today)).toMatchObject({ status: 'closed-empty' })
  })

  it('goes to the reserved address even when the address changes in the meantime', async () => {
    const { earner, payOut, testChain, run, setAddress } = payoutScenario()
    const ana = await earner('ana', 12)
    await testChain.give(12)
    expect(E.isLeft(await payOut(failingToSign(testChain)))).toBe(true)
    await run('ana', setAddress('ana', testChain.newAddress()))
    unwrap(await payOut())
    await testChain.mine(2)
    expect(await testChain.balanceOf(ana)).toBe(12)
  })
})

describe('a process that dies during a payout', () => {
  /** Events recorded and transactions sent before the crash. */
  it.each(Array.from({ length: 9 }, (_, appends) => appends))(
    'Q-71: after %i of its writes, everyone is still paid exactly once',
    async (appends) => {
      const { earner, payOut, testChain, walletOf, app } = payoutScenario()
      const [ana, rosa] = [await earner('ana', 12), await earner('rosa', 15)]
      await testChain.give(100)
      const step = async () => {
        await payOut()
        await testChain.mine(1)
      }
      app.crashAfterAppends(appends)
      for (let n = 0; n < 4; n++) await step()
      await app.restart()
      for (let n = 0; n < 5; n++) await step()
      expect([await testChain.balanceOf(ana), await testChain.balanceOf(rosa)]).toEqual([12, 15])
      for (const accountId of ['ana', 'rosa'])
        expect(await walletOf(accountId)).toMatchObject({
          available: 0,
          reserved: 0,
          payouts: [{ status: 'confirmed' }],
        })
      expect(await app.events('PayoutBatchPaid')).toHaveLength(1)
      expect(app.unexpectedFailures.filter((failure) => !JSON.stringify(failure).includes('Transient'))).toEqual([])
    },
  )

  it('Q-71: sends the same signed bytes again when it dies between sending and recording', async () => {
    const { earner, payOut, testChain, app } = payoutScenario()
    const ana = await earner('ana', 12)
    await testChain.give(100)
    const sent: string[] = []
    const recordingChain: Chain = {
      ...testChain.chain,
      send: (transaction) => {
        sent.push(transaction.signed)
        // planned, reserved and signed, but the process stops before recording that it was sent
        app.crashAfterAppends(0)
        return testChain.chain.send(transaction)
      },
    }
    expect(E.isLeft(await payOut(recordingChain))).toBe(true)
    await app.restart()
    unwrap(
      await payOut({
        ...recordingChain,
        send: (transaction) => (sent.push(transaction.signed), testChain.chain.send(transaction)),
      }),
    )
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
    await testChain.mine(2)
    unwrap(await payOut())
    expect(await testChain.balanceOf(ana)).toBe(12)
  })

  it.each([
    ['signed', 12, 12],
    ['closed-empty', 9, 0],
  ])(
    'Q-71: a debit for a batch that another process has %s without it is released and paid',
    async (_, anasBalance, paidToAna) => {
      const { earner, payOut, testChain, walletOf } = payoutScenario()
      const rosa = await earner('rosa', 15)
      const ana = await earner('ana', anasBalance)
      await testChain.give(100)
      const rejectingRosa: Chain = { ...testChain.chain, acceptsAddress: (to) => TE.right(to !== rosa) }
      const racingChain: Chain = {
        ...testChain.chain,
        acceptsAddress: (to) =>
          to === rosa
            ? TE.fromTask(async () => E.isRight(await payOut(rejectingRosa)))
            : testChain.chain.acceptsAddress(to),
      }
      unwrap(await payOut(racingChain))
      for (let n = 0; n < 2; n++) {
        await testChain.mine(2)
        unwrap(await payOut())
      }
      await testChain.mine(2)
      expect(await testChain.balanceOf(rosa)).toBe(15)
      expect(await testChain.balanceOf(ana)).toBe(paidToAna)
      unwrap(await payOut())
      expect(await walletOf('rosa')).toMatchObject({ available: 0, reserved: 0 })
    },
  )

  it('Q-71: two processes that pay at the same time pay once', async () => {
    const { earner, payOut, testChain, app } = payoutScenario()
    const ana = await earner('ana', 12)
    await testChain.give(100)
    await Promise.all([payOut(), payOut(), payOut()])
    await testChain.mine(2)
    await Promise.all([payOut(), payOut()])
    expect(await testChain.balanceOf(ana)).toBe(12)
    expect(await app.events('PayoutTransactionSigned')).toHaveLength(1)
    expect(await app.events('PayoutBatchPaid')).toHaveLength(1)
  })
})
