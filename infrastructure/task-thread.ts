import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

const defaultIdleMs = 60_000

/**
 * Runs tasks, one after the other, in their own thread, so that no request waits for them. `script` calls
 * `answerTasks`. The thread starts with the first task and ends when it has had none for `idleMs`. A task rejects if it
 * throws or its thread ends; the next one starts another thread.
 */
export const taskThread = <Task extends (input: never) => unknown>(
  script: URL,
  { idleMs = defaultIdleMs } = {},
): ((...input: Parameters<Task>) => Promise<Awaited<ReturnType<Task>>>) => {
  let current: { readonly worker: Worker; readonly ended: AbortSignal } | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const worker = new Worker(script)
    const ending = new AbortController()
    const end = () => {
      if (current?.worker === worker) current = null
      ending.abort(new Error('The thread has ended'))
    }
    // without a listener, the error of a thread would end the process
    worker.on('error', end).once('exit', end)
    return { worker, ended: ending.signal }
  }
  const run = async ([input]: readonly unknown[]): Promise<Awaited<ReturnType<Task>>> => {
    clearTimeout(idle)
    const { worker, ended } = (current ??= start())
    worker.ref()
    try {
      worker.postMessage(input, [])
      const [outcome] = (await once(worker, 'message', { signal: ended })) as [Awaited<ReturnType<Task>>]
      return outcome
    } finally {
      worker.unref()
      idle = setTimeout(() => void worker.terminate(), idleMs).unref()
    }
  }
  return (...input) => {
    const outcome = last.then(() => run(input))
    last = outcome.catch(() => undefined)
    return outcome
  }
}

/** In the script of a thread: computes the outcome of each task. */
export const answerTasks = (compute: (input: never) => unknown): void => {
  parentPort?.on('message', (input: unknown) => {
    void Promise.resolve(compute(input as never)).then((outcome) => parentPort?.postMessage(outcome, []))
  })
}
