import { answerTasks } from '../../infrastructure/task-thread.ts'

type ThreadTask =
  | { readonly type: 'Repeat'; readonly text: string; readonly blockMs: number }
  | { readonly type: 'Throw' }
  | { readonly type: 'End' }

let count = 0

const runTask = (task: ThreadTask): string => {
  if (task.type === 'Throw') throw new Error('not possible')
  if (task.type === 'End') process.exit()
  const until = performance.now() + task.blockMs
  while (performance.now() < until);
  return `${++count}: ${task.text}`
}
export type RunTask = typeof runTask

answerTasks(runTask)
