import { emailTemplates, jobQueues, schedule } from '../../application/all.ts'
import { type JobServices, runOrThrow } from '../../application/jobs.ts'
import type { JobHandler, Jobs } from '../../application/ports/jobs.ts'
import { emailJobHandler } from '../../application/send-email.ts'
import type { TimerRecorder } from '../jobs/bull-jobs.ts'

const scheduleQueue = 'timers'

interface Worker {
  readonly jobs: Jobs
  readonly context: JobServices
  readonly timers: TimerRecorder
  /** Origin of links in e-mails. */
  readonly origin: string
}

/** Works on the jobs of all contexts and adds those that recur. */
export const startWorker = async ({ jobs, context, timers, origin }: Worker): Promise<void> => {
  const { services, messenger } = context
  const workOnTimers = (queue: string, names: readonly string[], handler: JobHandler) =>
    jobs.work(queue, async (job) => {
      await handler(job)
      if (names.includes(job.name)) await timers.succeeded(`${queue}/${job.name}`)
    })
  const addTimer = async (queue: string, name: string, cron: string) => {
    await timers.registered(`${queue}/${name}`, cron)
    await jobs.every(queue, name, cron)
  }
  const addAtStart = (queue: string, name: string) =>
    jobs.add([{ queue, name, data: {}, key: `start-${queue}-${name}-${services.newId()}` }])

  await jobs.work('mail', emailJobHandler(emailTemplates, services, messenger, origin))

  for (const [queue, { handler, recurring = {} }] of Object.entries(jobQueues)) {
    await workOnTimers(queue, Object.keys(recurring), handler(context))
    for (const [name, cron] of Object.entries(recurring)) {
      await addTimer(queue, name, cron)
      await addAtStart(queue, name)
    }
  }

  await workOnTimers(scheduleQueue, Object.keys(schedule), scheduleHandler(context))
  for (const [name, { cron, atStart = false }] of Object.entries(schedule)) {
    await addTimer(scheduleQueue, name, cron)
    if (atStart) await addAtStart(scheduleQueue, name)
  }
}

const scheduleHandler =
  (context: JobServices): JobHandler =>
  async ({ name, data }) => {
    const command = schedule[name]
    if (command === undefined) throw new Error(`No scheduled command is called ${name}`)
    await runOrThrow(command.run(context, data))
  }
