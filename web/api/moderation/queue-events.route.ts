import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { stream } from '../route.ts'

export const queueEventsRoute = (hall: Hall) =>
  stream(calls.queueEvents, (_asked, after, push) =>
    hall.live.ofQueue(after, (data, position) => push({ id: position, data })),
  )
