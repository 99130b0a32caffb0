import { randomUUID } from 'node:crypto'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { newId, systemClock } from '../../../infrastructure/clock-and-ids.ts'
import { bootstrap } from '../../../infrastructure/composition/bootstrap.ts'
import type { Config } from '../../../infrastructure/composition/config.ts'
import { unwrap } from '../application.ts'
import { nextNights } from './wallet-fixtures.ts'

/** Credits a past stay, so that its AVA are available. */
export const earnAva = async (config: Config, accountId: string, amount: number): Promise<void> => {
  const resources = await bootstrap(config)
  const at = systemClock(0)()
  const actor = { id: null, role: 'operator' } as const
  const meta = { correlationId: newId(), causationId: null, actor, occurredAt: at }
  const booking = { accountId, bookingId: randomUUID(), at }
  const run = decideAndAppend({ history: resources.history, newId })
  unwrap(await run(wallet, accountId, { type: 'CreditBooking', ...booking, amount, ...nextNights() }, meta)())
  unwrap(await run(wallet, accountId, { type: 'MatureBookingAva', ...booking }, meta)())
  await resources.close()
}
