import { expect, it } from 'vitest'
import type { EventStore } from '../../../application/ports/event-store.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { readLogPages } from '../../../infrastructure/projections/log-pages.ts'

it('the next page is prefetched while the current one is processed, even by busy code', async () => {
  const page = (nth: number) => [
    { id: `${nth}`, type: 'T', data: '{}', meta: '{}', stream: 's-1', version: nth, position: `${nth}` },
  ]
  const setOut: number[] = []
  let asked = 0
  // like `pg`, which sends in the next tick
  const readAll: EventStore['readAll'] = () => {
    const nth = ++asked
    process.nextTick(() => setOut.push(nth))
    return TE.right(page(nth))
  }
  const leaving = new AbortController()
  const pages = readLogPages({ readAll, subscribe: async function* () {} }, null, 1, leaving.signal)
  for (const nth of [1, 2, 3]) {
    expect((await pages.next()).value).toEqual({ events: page(nth), more: true })
    expect(setOut).toContain(nth + 1)
  }
  leaving.abort()
})
