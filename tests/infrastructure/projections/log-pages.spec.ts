import { expect, it } from 'vitest'
import type { EventStore } from '../../../application/ports/event-store.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { readLogPages } from '../../../infrastructure/projections/log-pages.ts'

it('the next page is prefetched while the current one is processed, even by busy code', async () => {
  const page = (nth: number) => [
    { id: `${nth}`, type: 'T', data: '{}', meta: '{}', stream: 's-1', version: nth, position: `${nth}` },
  ]
  const sent: number[] = []
  let reads = 0
  // Imitates `pg`, which sends a query in the next tick.
  const readAll: EventStore['readAll'] = () => {
    const nth = ++reads
    process.nextTick(() => sent.push(nth))
    return TE.right(page(nth))
  }
  const stopping = new AbortController()
  const pages = readLogPages({ readAll, subscribe: async function* () {} }, null, 1, stopping.signal)
  for (const nth of [1, 2, 3]) {
    expect((await pages.next()).value).toEqual({ events: page(nth), more: true })
    expect(sent).toContain(nth + 1)
  }
  stopping.abort()
})
