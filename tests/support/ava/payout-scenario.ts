import { randomUUID } from 'node:crypto'
import type { AccessEntry } from '../../../application/audit/ports.ts'
import type { PayoutServices } from '../../../application/ava/payout-services.ts'
import { advanceOpenBatches, runPayouts } from '../../../application/ava/payouts.ts'
import type { Chain } from '../../../application/ava/ports.ts'
import { executeCommand } from '../../../application/execute-command.ts'
import { load } from '../../../application/command-handler.ts'
import { payoutBatch } from '../../../domain/ava/payout-batch.ts'
import { wallet, type WalletCommand } from '../../../domain/ava/wallet.ts'
import type { Actor } from '../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { memoryChain } from '../../contract/chain/memory-chain.ts'
import { inMemoryApplication, testNameHasher, unwrap } from '../application.ts'
import { nextNights } from './wallet-fixtures.ts'

/** The application with a company wallet on a fake chain. */
export const payoutScenario = (options: Parameters<typeof inMemoryApplication>[0] = {}) => {
  const app = inMemoryApplication(options)
  const testChain = memoryChain()
  const erasedKeys: string[] = []
  const accesses: AccessEntry[] = []
  const payoutServices = (
    chain: Chain = testChain.chain,
    actor: Actor = { id: 'timer', role: 'policy' },
  ): PayoutServices => ({
    ...app.services,
    chain,
    eraseKey: (batchId) => TE.fromIO(() => void erasedKeys.push(batchId)),
    actor,
    accessLog: { record: (entry) => void accesses.push(entry) },
  })
  const run = async (accountId: string, command: WalletCommand) => {
    const actor = { id: null, role: 'operator' } as const
    const meta = { correlationId: randomUUID(), causationId: null, actor, occurredAt: app.now() }
    unwrap(await executeCommand(app.services)(wallet, accountId, command, meta)())
  }
  const setAddress = (accountId: string, address: string, holdHours = 0): WalletCommand => ({
    type: 'SetPayoutAddress',
    accountId,
    changeId: randomUUID(),
    address,
    isMistyped: false,
    addressId: testNameHasher.payoutAddress(address),
    holdHours,
    at: app.now(),
  })
  return {
    app,
    setAddress,
    testChain,
    erasedKeys,
    accesses,
    payOut: (chain?: Chain, by?: Actor) => runPayouts(payoutServices(chain, by))(),
    continuePayOut: (chain?: Chain) => advanceOpenBatches(payoutServices(chain))(),
    /** A business with this many available AVA and a payout address. */
    earner: async (accountId: string, amount: number) => {
      await app.business(accountId)
      const address = testChain.newAddress()
      const of = { accountId, bookingId: randomUUID(), at: app.now() }
      await run(accountId, { type: 'CreditBooking', ...of, amount, ...nextNights() })
      await run(accountId, { type: 'MatureBookingAva', ...of })
      await run(accountId, setAddress(accountId, address))
      return address
    },
    run,
    walletOf: async (accountId: string) => {
      const { state } = unwrap(await load(app.deps)(wallet, accountId, 'decrypted')())
      return { ...state, payouts: [...state.payouts.values()] }
    },
    batch: async (batchId: string) => unwrap(await load(app.deps)(payoutBatch, batchId, 'decrypted')()).state,
  }
}
