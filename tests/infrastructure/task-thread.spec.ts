import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { taskThread } from '../../infrastructure/task-thread.ts'
import type { RunTask } from './test-thread.ts'

const script = new URL('test-thread.ts', import.meta.url)

describe('a thread for tasks', () => {
  it('runs them in their order, one at a time, while this thread goes on', async () => {
    const run = taskThread<RunTask>(script)
    const outcomes = Promise.all(['a', 'b', 'c'].map((text) => run({ type: 'Repeat', text, blockMs: 100 })))
    let turns = 0
    const counting = setInterval(() => turns++, 5)
    const texts = await outcomes
    clearInterval(counting)
    expect(texts).toEqual(['1: a', '2: b', '3: c'])
    expect(turns).toBeGreaterThan(20)
  })

  it.each(['Throw', 'End'] as const)('rejects a task that would %s, and goes on in a new thread', async (type) => {
    const run = taskThread<RunTask>(script)
    const [failed, next] = await Promise.allSettled([run({ type }), run({ type: 'Repeat', text: 'b', blockMs: 0 })])
    expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(Error) })
    expect(next).toEqual({ status: 'fulfilled', value: '1: b' })
  })

  it('ends when it has had nothing to do, and starts again', async () => {
    const run = taskThread<RunTask>(script, { idleMs: 10 })
    const repeat = () => run({ type: 'Repeat', text: 'a', blockMs: 0 })
    await repeat()
    await pause(500)
    expect(await repeat()).toBe('1: a')
  })
})
