import { startStandIn } from '../../support/eventstoredb-stand-in/stand-in.ts'
import { answer } from '../subject.ts'

const standIn = await startStandIn()
const tasks = {
  connectionString: () => Promise.resolve(standIn.connectionString),
  /** Events of the bench in its log. */
  stored: () => Promise.resolve(standIn.log.all.filter(({ type }) => type === 'ReviewGiven').length),
}
export type StandInTasks = typeof tasks
answer(tasks, () => Promise.resolve(standIn.stop()))
