import { randomUUID } from 'node:crypto'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { wallet, type WalletCommand } from '../../../domain/ava/wallet.ts'
import { newId, systemClock } from '../../../infrastructure/clock-and-ids.ts'
import { bootstrap } from '../../../infrastructure/composition/bootstrap.ts'
import type { Config } from '../../../infrastructure/composition/config.ts'
import { unwrap } from '../application.ts'
import { nextNights } from './wallet-fixtures.ts'

/** Credits a past stay, so that its AVA are available. */
export const earnAva = async (config: Config, accountId: string, amount: number): Promise<void> => {
  const booking = { bookingId: randomUUID(), at: systemClock(0)() }
  await inWallet(config, { type: 'CreditBooking', accountId, ...booking, amount, ...nextNights() })
  await inWallet(config, { type: 'MatureBookingAva', accountId, ...booking })
}

/** Executes a command of the ledger as the operator. */
export const inWallet = async (config: Config, command: WalletCommand): Promise<void> => {
  const resources = await bootstrap(config)
  const actor = { id: null, role: 'operator' } as const
  const meta = { correlationId: newId(), causationId: null, actor, occurredAt: systemClock(0)() }
  const run = decideAndAppend({ history: resources.history, newId })
  unwrap(await run(wallet, command.accountId, command, meta)())
  await resources.close()
}
