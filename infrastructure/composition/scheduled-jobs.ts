import { emailTemplates, jobQueues, schedule } from '../../application/all.ts'
import { type JobServices, runOrThrow } from '../../application/jobs.ts'
import type { JobHandler, Jobs } from '../../application/ports/jobs.ts'
import { emailJobHandler } from '../../application/send-email.ts'
import type { TimerRecorder } from '../jobs/bull-jobs.ts'

const scheduleQueue = 'timers'
/** Messages sent at a time, so that a recipient whose server hardly responds delays few others. */
const mailConcurrency = 10

interface Worker {
  readonly jobs: Jobs
  readonly context: JobServices
  readonly timers: TimerRecorder
  /** Origin of links in e-mails. */
  readonly origin: string
}

/** Works on the jobs of all contexts and adds those that recur; forgets timers of other versions. */
export const startWorker = async ({ jobs, context, timers, origin }: Worker): Promise<void> => {
  const { services, messenger } = context
  const added: string[] = []
  const workOnTimers = (queue: string, crons: Readonly<Record<string, string>>, handler: JobHandler) =>
    jobs.work(queue, async (job) => {
      await handler(job)
      const cron = crons[job.name]
      if (cron !== undefined) await timers.succeeded(`${queue}/${job.name}`, cron)
    })
  const addTimers = async (queue: string, crons: Readonly<Record<string, string>>) => {
    for (const [name, cron] of Object.entries(crons)) {
      await timers.registered(`${queue}/${name}`, cron)
      await jobs.every(queue, name, cron)
      added.push(`${queue}/${name}`)
    }
    await jobs.keepSchedules(queue, Object.keys(crons))
  }
  const addAtStart = (queue: string, name: string) =>
    jobs.add([{ queue, name, data: {}, key: `start-${queue}-${name}-${services.newId()}` }])

  await jobs.work('mail', emailJobHandler(emailTemplates, services, messenger, origin), {
    concurrency: mailConcurrency,
  })

  for (const [queue, { handler, recurring = {} }] of Object.entries(jobQueues)) {
    await workOnTimers(queue, recurring, handler(context))
    await addTimers(queue, recurring)
    for (const name of Object.keys(recurring)) await addAtStart(queue, name)
  }

  const crons = Object.fromEntries(Object.entries(schedule).map(([name, { cron }]) => [name, cron]))
  await workOnTimers(scheduleQueue, crons, scheduleHandler(context))
  await addTimers(scheduleQueue, crons)
  for (const [name, { atStart = false }] of Object.entries(schedule)) if (atStart) await addAtStart(scheduleQueue, name)
  await timers.keepOnly(added)
}

const scheduleHandler =
  (context: JobServices): JobHandler =>
  async ({ name, data }) => {
    const task = schedule[name]
    if (task === undefined) throw new Error(`No scheduled task is called ${name}`)
    await runOrThrow(task.run(context, data))
  }
