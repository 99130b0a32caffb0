import { startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/server.ts'
import { serveTasks } from '../subject.ts'

const standIn = await startEventStoreDbStandIn()
const tasks = {
  connectionString: () => Promise.resolve(standIn.connectionString),
  /** Number of benchmark events in the log. */
  stored: () => Promise.resolve(standIn.log.all.filter(({ type }) => type === 'ReviewGiven').length),
}
export type StandInTasks = typeof tasks
serveTasks(tasks, () => Promise.resolve(standIn.stop()))
