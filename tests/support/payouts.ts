import { randomUUID } from 'node:crypto'
import type { Cashier } from '../../application/ava/cashier.ts'
import { setWalletAddress } from '../../application/ava/configure-wallet.ts'
import { goOn, payOut } from '../../application/ava/pay-out.ts'
import { load } from '../../application/handle.ts'
import { carryOut } from '../../application/carry-out.ts'
import type { Chain } from '../../application/ports/chain.ts'
import { payout } from '../../domain/ava/payout/decider.ts'
import { wallet, type WalletCommand } from '../../domain/ava/wallet/decider.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { memoryChain } from '../contract/chain/memory-chain.ts'
import { application, right } from './application.ts'

/** The application with a company wallet on a chain of its own. */
export const paymaster = (options: Parameters<typeof application>[0] = {}) => {
  const app = application(options)
  const bank = memoryChain()
  const forgotten: string[] = []
  const cashier = (chain: Chain = bank.chain): Cashier => ({
    ...app.toolbox,
    chain,
    forget: (batchId) => TE.fromIO(() => void forgotten.push(batchId)),
    actor: { id: 'timer', role: 'policy' },
  })
  const run = async (accountId: string, command: WalletCommand) => {
    const actor = { id: null, role: 'operator' } as const
    const meta = { correlationId: randomUUID(), causationId: null, actor, occurredAt: app.now() }
    right(await carryOut(app.toolbox)(wallet, accountId, command, meta)())
  }
  return {
    app,
    bank,
    forgotten,
    payOut: (chain?: Chain) => payOut(cashier(chain))(),
    goOn: (chain?: Chain) => goOn(cashier(chain))(),
    /** Somebody with so many AVA to spend and a wallet of their own. */
    earner: async (accountId: string, amount: number) => {
      await app.business(accountId)
      const address = bank.someone()
      const of = { accountId, bookingId: randomUUID(), at: app.now() }
      await run(accountId, { type: 'CreditBooking', ...of, amount })
      await run(accountId, { type: 'MatureBooking', ...of })
      right(await app.as(accountId, { who: {}, does: setWalletAddress }, { address }))
      return address
    },
    run,
    walletOf: async (accountId: string) => right(await load(app.deps)(wallet, accountId, 'open')()).state,
    batch: async (batchId: string) => right(await load(app.deps)(payout, batchId, 'open')()).state,
  }
}
