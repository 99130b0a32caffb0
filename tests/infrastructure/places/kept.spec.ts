import { describe, expect, it } from 'vitest'
import { keptFor } from '../../../infrastructure/places/kept.ts'

const minutes = (count: number) => count * 60_000

const setUp = (most = 10) => {
  let [now, asked] = [0, 0]
  const kept = keptFor<number>(minutes(5), most, () => now)
  return {
    ask: (name: string) => kept(name, async () => ++asked),
    fail: (name: string) =>
      kept(name, async () => {
        asked++
        throw new Error('not now')
      }),
    asked: () => asked,
    later: (ms: number) => {
      now += ms
    },
  }
}

describe('the response cache', () => {
  it('C-27: keeps responses for five minutes', async () => {
    const { ask, later } = setUp()
    expect(await ask('siena')).toBe(1)
    later(minutes(5) - 1)
    expect(await ask('siena')).toBe(1)
    later(1)
    expect(await ask('siena')).toBe(2)
  })

  it('shares one request among simultaneous callers of the same query', async () => {
    const { ask } = setUp()
    expect(await Promise.all([ask('siena'), ask('siena'), ask('pisa')])).toEqual([1, 1, 2])
  })

  it('does not keep failures', async () => {
    const { ask, fail } = setUp()
    await expect(fail('siena')).rejects.toThrow('not now')
    expect(await ask('siena')).toBe(2)
  })

  it('has a maximum size: the oldest entry is removed', async () => {
    const { ask, asked } = setUp(2)
    for (const name of ['siena', 'pisa', 'lucca']) await ask(name)
    await ask('lucca')
    await ask('pisa')
    expect(asked()).toBe(3)
    expect(await ask('siena')).toBe(4)
  })
})
