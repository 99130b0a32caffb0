import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { stream } from '../route.ts'

/** Which of the account's data has just changed. */
export const liveRoutes = (hall: Hall) => [
  stream(calls.live, ({ person }, _after, push) => hall.live.ofAccount(person, (topic) => push({ data: { topic } }))),
]
