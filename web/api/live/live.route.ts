import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { stream } from '../route.ts'

export const liveRoute = (hall: Hall) =>
  stream(calls.live, ({ person }, _after, push) => hall.live.ofAccount(person, (topic) => push({ data: { topic } })))
