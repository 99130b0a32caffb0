import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished } from 'vitest'
import { invalidate, newQueryClient } from '../../../../web/app/shared/queries.ts'

/** A mounted query; `answers` are the results of its loads, in order. */
const reader = (...answers: readonly Promise<string>[]) => {
  const client = newQueryClient()
  let asked = 0
  const queryFn = () => answers[asked++] ?? Promise.reject(new Error('nothing left to say'))
  const screen = new QueryObserver(client, { queryKey: ['account'], queryFn })
  onTestFinished(screen.subscribe(() => undefined))
  return { client, shown: () => screen.getCurrentResult().data, asked: () => asked }
}

describe('query invalidation after a write', () => {
  it('reloads queries on the page', async () => {
    const { client, shown } = reader(Promise.resolve('da confermare'), Promise.resolve('confermato'))
    await expect.poll(shown).toBe('da confermare')
    await invalidate(client, ['account'])
    expect(shown()).toBe('confermato')
  })

  it('reloads queries whose first request was in flight', async () => {
    const first = Promise.withResolvers<string>()
    const { client, shown, asked } = reader(first.promise, Promise.resolve('confermato'))
    expect([shown(), asked()]).toEqual([undefined, 1])
    const refreshed = invalidate(client, ['account'])
    first.resolve('da confermare')
    await refreshed
    expect([shown(), asked()]).toEqual(['confermato', 2])
  })

  it('does not reload unrelated queries', async () => {
    const { client, shown, asked } = reader(Promise.resolve('da confermare'))
    await expect.poll(shown).toBe('da confermare')
    await invalidate(client, ['reviews'])
    expect(asked()).toBe(1)
  })
})
