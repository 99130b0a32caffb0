import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { replayAnswer } from '../answers/replay.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const replayCaseRoute = (hall: Hall) =>
  reading(calls.replayCase, ({ params, asker }) => pipe(hall.ask.replayCase(asker, params), TE.map(replayAnswer)))
