import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What a process can be asked to do, by name. */
export type Tasks = Readonly<Record<string, (order: never) => Promise<unknown>>>

/** What is measured, in a process of its own: nobody else's memory, garbage or type parsers are in the figures. */
export interface Subject<T extends Tasks> {
  readonly ask: <K extends keyof T & string>(task: K, order: Parameters<T[K]>[0]) => Promise<Awaited<ReturnType<T[K]>>>
  readonly end: () => Promise<void>
}

export const startSubject = <T extends Tasks>(program: string, start: unknown): Subject<T> => {
  const file = fileURLToPath(new URL(`subjects/${program}.ts`, import.meta.url))
  const child = fork(file, [JSON.stringify(start)], { serialization: 'advanced' })
  runningSubjects.add(child)
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let asked = 0
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
        const nth = asked++
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

/** After a trial that broke off: none of its subjects stays. */
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

/** In the subject's process: what it was started with. */
export const startOptions = (): unknown => JSON.parse(process.argv[2] ?? '{}')

/** In the subject's process: does what it is asked until nobody asks any more, then `close`s and ends. */
export const serveTasks = (tasks: Tasks, close: () => Promise<unknown>): void => {
  process.on('message', ({ nth, task, order }: { nth: number; task: string; order: never }) => {
    const work = tasks[task]
    const told = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error))
    const outcome = work ? work(order) : Promise.reject(new Error(`no such task: ${task}`))
    outcome.then(
      (value) => process.send?.({ nth, value }),
      (error: unknown) => process.send?.({ nth, error: told(error) }),
    )
  })
  process.once('disconnect', () => {
    const leave = () => process.exit(0)
    setTimeout(leave, 5_000)
    close().then(leave, leave)
  })
}
