import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Tasks of a subject process, by name. */
export type Tasks = Readonly<Record<string, (order: never) => Promise<unknown>>>

/** Programs in `subjects/`, each run in its own process. */
export const subjectPrograms = [
  'bare-mailer',
  'conventional',
  'emmett',
  'event-store',
  'eventstoredb',
  'eventstoredb-stand-in',
  'garbo',
  'http-clients',
  'mail-server',
  'minimal',
] as const
type SubjectProgram = (typeof subjectPrograms)[number]

export const subjectFile = (program: SubjectProgram): string =>
  fileURLToPath(new URL(`subjects/${program}.ts`, import.meta.url))

/** A measured program in its own process, so that memory, garbage and type parsers of others do not affect it. */
export interface Subject<T extends Tasks> {
  readonly ask: <K extends keyof T & string>(task: K, order: Parameters<T[K]>[0]) => Promise<Awaited<ReturnType<T[K]>>>
  readonly end: () => Promise<void>
}

export const startSubject = <T extends Tasks>(program: SubjectProgram, options: unknown): Subject<T> => {
  const child = fork(subjectFile(program), [JSON.stringify(options)], { serialization: 'advanced' })
  runningSubjects.add(child)
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let sent = 0
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      runningSubjects.delete(child)
      for (const { reject } of waiting.values()) reject(new Error(`${program} ended: ${signal ?? code}`))
      resolve()
    })
  })
  child.on('message', ({ nth, value, error }: TaskReply) => {
    const caller = waiting.get(nth)
    waiting.delete(nth)
    if (error === undefined) caller?.resolve(value as never)
    else caller?.reject(new Error(`${program}: ${error}`))
  })
  return {
    ask: (task, order) =>
      new Promise((resolve, reject) => {
        const nth = sent++
        waiting.set(nth, { resolve, reject })
        child.send({ nth, task, order })
      }),
    end: () => {
      if (child.connected) child.disconnect()
      return ended
    },
  }
}

const runningSubjects = new Set<ChildProcess>()

/** Kills the subjects that a failed benchmark left running. */
export const killSubjects = async (): Promise<void> => {
  const all = [...runningSubjects]
  const ended = Promise.all(all.map((child) => new Promise((resolve) => child.once('exit', resolve))))
  for (const child of all) child.kill('SIGKILL')
  await ended
}

interface TaskReply {
  readonly nth: number
  readonly value?: unknown
  readonly error?: string
}

/** The options passed to `startSubject`, as the subject's process sees them. */
export const startOptions = (): unknown => JSON.parse(process.argv[2] ?? '{}')

/** Processor time of this process so far, in milliseconds. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Runs in the subject's process: executes tasks until the parent disconnects, then closes and exits. */
export const serveTasks = (tasks: Tasks, close: () => Promise<unknown>): void => {
  process.on('message', ({ nth, task, order }: { nth: number; task: string; order: never }) => {
    const work = tasks[task]
    const describe = (error: unknown) =>
      error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)
    const outcome = work ? work(order) : Promise.reject(new Error(`no such task: ${task}`))
    outcome.then(
      (value) => process.send?.({ nth, value }),
      (error: unknown) => process.send?.({ nth, error: describe(error) }),
    )
  })
  process.once('disconnect', () => {
    const exit = () => process.exit(0)
    setTimeout(exit, 5_000)
    close().then(exit, exit)
  })
}
