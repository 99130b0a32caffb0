import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const forcePayoutRoute = (hall: Hall) =>
  route(calls.forcePayout, ({ asker }) =>
    pipe(
      hall.ask.forcePayout(asker, {}),
      TE.map(() => ({ answer: { message: 'Il pagamento dei saldi è stato avviato.' } })),
    ),
  )
